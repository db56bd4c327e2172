import { folderCommands } from './folder-commands';
import { fetchCommand } from './fetch-command';
import { ok, type CommandDefinition, type CommandHandler } from './imap-types';
import { loginCommands } from './login-commands';
import { appendCommand, closeCommand, copyCommand, expungeCommand, storeCommand } from './message-commands';
import { searchCommand } from './search-command';

const selected = (run: CommandHandler, mayExpunge: boolean): CommandDefinition => ({
  state: 'selected',
  mayExpunge,
  run,
});

/** Every command but those that change the connection itself (CAPABILITY, STARTTLS, IDLE, LOGOUT). */
export const imapCommands = new Map<string, CommandDefinition>(
  Object.entries({
    ...loginCommands,
    ...folderCommands,
    NOOP: { state: 'any', mayExpunge: true, run: () => ok('NOOP completed') },
    CHECK: selected(() => ok('CHECK completed'), true),
    APPEND: { state: 'authenticated', mayExpunge: true, run: appendCommand },
    CLOSE: selected(closeCommand(true), true),
    UNSELECT: selected(closeCommand(false), true),
    EXPUNGE: selected(expungeCommand(false), true),
    'UID EXPUNGE': selected(expungeCommand(true), true),
    FETCH: selected(fetchCommand(false), false),
    'UID FETCH': selected(fetchCommand(true), true),
    STORE: selected(storeCommand(false), false),
    'UID STORE': selected(storeCommand(true), true),
    SEARCH: selected(searchCommand(false), false),
    'UID SEARCH': selected(searchCommand(true), true),
    COPY: selected(copyCommand(false, false), true),
    'UID COPY': selected(copyCommand(true, false), true),
    MOVE: selected(copyCommand(false, true), true),
    'UID MOVE': selected(copyCommand(true, true), true),
  } satisfies Record<string, CommandDefinition>),
);

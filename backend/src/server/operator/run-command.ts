import { parseArgs } from 'node:util';
import { createDatabase } from '#platform/db/database';
import type { PlatformEnvironment } from '#platform/env/env';
import { openFiles } from '#platform/storage/open-files';
import { archiveCommands } from './archive-commands';
import { commandDeps, commandLineOperator, commandVault, type Command } from './command';
import { creditCommands } from './credit-commands';
import { deliverabilityCommands } from './deliverability-commands';
import { reachDatabase } from './reach-database';
import { peopleCommands } from './people-commands';
import { poolCommands } from './pool-commands';
import { restoredCommands } from './restored-commands';
import { seedCommands } from './seed-commands';
import { workspaceCommands } from './workspace-commands';

const commands: Record<string, Command> = {
  ...workspaceCommands,
  ...peopleCommands,
  ...archiveCommands,
  ...seedCommands,
  ...poolCommands,
  ...deliverabilityCommands,
  ...creditCommands,
  ...restoredCommands,
};

export const isOperatorCommand = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name);

/** One line for each command, in two columns. */
export const operatorUsage: string = Object.values(commands)
  .map(({ usage, does }) => `npm run operator -- ${usage}\n        ${does}`)
  .join('\n');

/**
 * Runs a command about workspaces or people on the database of the environment, beside the running product.
 * @throws Error or SkeinError whose message says what is wrong and how the command is called
 */
export async function runOperatorCommand(
  name: string,
  words: string[],
  { environment, say }: { environment: PlatformEnvironment; say: (text: string) => void },
): Promise<void> {
  const command = commands[name] as Command;
  const { positionals, values } = parseArgs({
    args: words,
    options: command.options ?? {},
    allowPositionals: true,
    strict: true,
  });
  const server = await reachDatabase(environment);
  const database = createDatabase({ url: server.url, poolSize: 2 });
  try {
    await command.run({
      deps: await commandDeps(environment, database),
      operator: commandLineOperator(),
      say,
      files: openFiles(environment),
      vault: commandVault(environment),
      given: positionals,
      options: values as Record<string, string | boolean | undefined>,
    });
  } finally {
    await database.close();
    await server.close();
  }
}

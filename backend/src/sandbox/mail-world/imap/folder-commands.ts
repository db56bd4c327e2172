import type { MailFolder } from '../post-office/mail-folder';
import { canonicalPath } from '../post-office/post-office';
import { tokenText, type Token } from './command-parser';
import { systemFlags } from './flags';
import { omits } from './imap-flaws';
import { bad, no, ok, type CommandDefinition, type CommandHandler, type ImapSession } from './imap-types';
import { decodeFolderName, encodeFolderName } from './modified-utf7';
import { imapString } from './serialise';

const maximumFolders = 500;

/** The folder a command names, or null. */
export function namedFolder(session: ImapSession, token: Token | undefined): MailFolder | null {
  const name = tokenText(token);
  return name === null || !session.account
    ? null
    : session.context.postOffice.folder(session.account, decodeFolderName(name));
}

/** `LIST` patterns: `*` matches everything, `%` everything but the delimiter. Linear in name times pattern. */
function matchesPattern(name: string, pattern: string): boolean {
  let reachable = new Set<number>([0]);
  for (const character of pattern) {
    const next = new Set<number>();
    for (const position of reachable) for (const index of positionsAfter(name, position, character)) next.add(index);
    reachable = next;
  }
  return reachable.has(name.length);
}

/** Where in the name the pattern may go on after one of its characters. */
function* positionsAfter(name: string, position: number, character: string): Generator<number> {
  if (character !== '*' && character !== '%') {
    if (name[position] === character) yield position + 1;
    return;
  }
  for (let index = position; index <= name.length; index += 1) {
    yield index;
    if (character === '%' && name[index] === '/') return;
  }
}

function list(name: 'LIST' | 'LSUB'): CommandHandler {
  return (session, tokens) => {
    // RFC 5258 selection options may stand first; only SPECIAL-USE and SUBSCRIBED narrow the answer.
    const selection = tokens[0]?.kind === 'list' ? tokens[0].items.map((token) => tokenText(token)?.toUpperCase()) : [];
    const rest = tokens[0]?.kind === 'list' ? tokens.slice(1) : tokens;
    const reference = tokenText(rest[0]);
    const patterns = rest[1]?.kind === 'list' ? rest[1].items.map(tokenText) : [tokenText(rest[1])];
    if (reference === null || patterns.some((pattern) => pattern === null || pattern.length > 1_000))
      return bad(`${name} needs a reference and a pattern`);
    if (patterns.length === 1 && patterns[0] === '') {
      session.send(`* ${name} (\\Noselect) "/" ""\r\n`);
      return ok(`${name} completed`);
    }
    const folders = session.context.postOffice.foldersOf(session.account as string);
    for (const folder of folders) {
      const wanted = patterns.some((pattern) =>
        matchesPattern(folder.path, canonicalPath(decodeFolderName(reference + (pattern as string)))),
      );
      if (folder.path === 'INBOX' && omits(session.context.flaws(), 'LIST INBOX')) continue;
      if (!wanted || ((name === 'LSUB' || selection.includes('SUBSCRIBED')) && !folder.subscribed)) continue;
      if (selection.includes('SPECIAL-USE') && !folder.specialUse) continue;
      const children = folders.some((other) => other.path.startsWith(`${folder.path}/`))
        ? '\\HasChildren'
        : '\\HasNoChildren';
      const attributes = [children, ...(folder.specialUse ? [folder.specialUse] : [])].join(' ');
      session.send(`* ${name} (${attributes}) "/" ${imapString(encodeFolderName(folder.path))}\r\n`);
    }
    return ok(`${name} completed`);
  };
}

const status: CommandHandler = (session, tokens) => {
  const folder = namedFolder(session, tokens[0]);
  const items =
    tokens[1]?.kind === 'list' ? tokens[1].items.map((token) => tokenText(token)?.toUpperCase() ?? '') : null;
  if (!items) return bad('STATUS needs a list of items');
  if (!folder) return no('[NONEXISTENT] No such folder');
  const values: string[] = [];
  const flaws = session.context.flaws();
  for (const item of items) {
    if ((item === 'UIDNEXT' || item === 'UIDVALIDITY') && omits(flaws, `STATUS ${item}`)) continue;
    if (item === 'MESSAGES') values.push(`MESSAGES ${folder.messages.length}`);
    else if (item === 'RECENT') values.push('RECENT 0');
    else if (item === 'UIDNEXT') values.push(`UIDNEXT ${folder.uidNext}`);
    else if (item === 'UIDVALIDITY') values.push(`UIDVALIDITY ${folder.uidValidity}`);
    else if (item === 'UNSEEN')
      values.push(`UNSEEN ${folder.messages.filter((message) => !message.flags.includes('\\Seen')).length}`);
    else if (item === 'HIGHESTMODSEQ') values.push(`HIGHESTMODSEQ ${folder.highestModseq}`);
    else return bad(`Unknown STATUS item ${item.slice(0, 40)}`);
  }
  session.send(`* STATUS ${imapString(encodeFolderName(folder.path))} (${values.join(' ')})\r\n`);
  return ok('STATUS completed');
};

function open(readOnly: boolean): CommandHandler {
  return (session, tokens) => {
    session.select(null, true);
    const folder = namedFolder(session, tokens[0]);
    if (tokenText(tokens[0]) === null) return bad('A folder name is needed');
    if (!folder) return no('[NONEXISTENT] No such folder');
    const flaws = session.context.flaws();
    const refusal = flaws.refusesFolders?.[folder.path];
    if (refusal !== undefined) return no(refusal);
    if (tokens[1]?.kind === 'list' && tokens[1].items.some((token) => tokenText(token)?.toUpperCase() === 'CONDSTORE'))
      session.isCondstoreEnabled = true;
    session.select(folder, readOnly);
    const keywords = [...new Set(folder.messages.flatMap((message) => message.flags))]
      .filter((flag) => !systemFlags.includes(flag))
      .slice(0, 200);
    const unseen = folder.messages.findIndex((message) => !message.flags.includes('\\Seen'));
    const lines = [
      `* FLAGS (${[...systemFlags, ...keywords].join(' ')})`,
      `* OK [PERMANENTFLAGS (${readOnly ? '' : [...systemFlags, ...keywords, '\\*'].join(' ')})] Flags permitted`,
      `* ${folder.messages.length} EXISTS`,
      '* 0 RECENT',
      ...(unseen === -1 ? [] : [`* OK [UNSEEN ${unseen + 1}] First unseen`]),
      ...(omits(flaws, 'SELECT UIDVALIDITY') ? [] : [`* OK [UIDVALIDITY ${folder.uidValidity}] UIDs valid`]),
      ...(omits(flaws, 'SELECT UIDNEXT') ? [] : [`* OK [UIDNEXT ${folder.uidNext}] Predicted next UID`]),
      `* OK [HIGHESTMODSEQ ${folder.highestModseq}] Highest`,
    ];
    session.send(`${lines.join('\r\n')}\r\n`);
    return ok(readOnly ? '[READ-ONLY] Examined' : '[READ-WRITE] Selected');
  };
}

/** Names without control characters, wildcards and empty levels. */
function isFolderName(path: string): boolean {
  return (
    path.length > 0 && path.length <= 200 && !/[\p{Cc}*%]/u.test(path) && path.split('/').every((level) => level !== '')
  );
}

const create: CommandHandler = async (session, tokens) => {
  const name = tokenText(tokens[0]);
  const path = name === null ? '' : decodeFolderName(name).replace(/\/$/, '');
  if (!isFolderName(path)) return no('[CANNOT] Not a folder name');
  const { postOffice } = session.context;
  const account = session.account as string;
  if (postOffice.folder(account, path)) return no('[ALREADYEXISTS] The folder exists');
  if (postOffice.foldersOf(account).length >= maximumFolders) return no('[LIMIT] Too many folders');
  const transaction = postOffice.transaction();
  postOffice.stageFolder(transaction, account, { path, specialUse: null });
  await transaction.commit();
  return ok('CREATE completed');
};

const remove: CommandHandler = async (session, tokens) => {
  const folder = namedFolder(session, tokens[0]);
  if (!folder) return no('[NONEXISTENT] No such folder');
  if (folder.path === 'INBOX' || folder.specialUse) return no('[CANNOT] This folder cannot be deleted');
  if (session.selected?.folder === folder) session.select(null, true);
  const { postOffice } = session.context;
  const transaction = postOffice.transaction();
  postOffice.stageFolderRemoval(transaction, folder);
  await transaction.commit();
  return ok('DELETE completed');
};

const rename: CommandHandler = async (session, tokens) => {
  const folder = namedFolder(session, tokens[0]);
  const name = tokenText(tokens[1]);
  const path = name === null ? '' : decodeFolderName(name);
  if (!folder) return no('[NONEXISTENT] No such folder');
  if (!isFolderName(path)) return no('[CANNOT] Not a folder name');
  if (folder.path === 'INBOX' || folder.specialUse) return no('[CANNOT] This folder cannot be renamed');
  const { postOffice } = session.context;
  if (postOffice.folder(folder.account, path)) return no('[ALREADYEXISTS] The folder exists');
  const transaction = postOffice.transaction();
  postOffice.stageFolderRename(transaction, folder, path);
  await transaction.commit();
  return ok('RENAME completed');
};

function subscribe(subscribed: boolean): CommandHandler {
  return async (session, tokens) => {
    const folder = namedFolder(session, tokens[0]);
    if (!folder) return no('[NONEXISTENT] No such folder');
    folder.subscribed = subscribed;
    const transaction = session.context.postOffice.transaction();
    transaction.change({ type: 'folder', row: folder.row() });
    await transaction.commit();
    return ok('Done');
  };
}

const definition = (run: CommandHandler): CommandDefinition => ({ state: 'authenticated', mayExpunge: true, run });

export const folderCommands: Record<string, CommandDefinition> = {
  LIST: definition(list('LIST')),
  LSUB: definition(list('LSUB')),
  STATUS: definition(status),
  SELECT: definition(open(false)),
  EXAMINE: definition(open(true)),
  CREATE: definition(create),
  DELETE: definition(remove),
  RENAME: definition(rename),
  SUBSCRIBE: definition(subscribe(true)),
  UNSUBSCRIBE: definition(subscribe(false)),
};

import type { MailFolder } from '../post-office/mail-folder';
import type { StoredMessage } from '../store/mail-store';
import { tokenText } from './command-parser';
import { namedFolder } from './folder-commands';
import { numbersText, parseFlags } from './flags';
import { bad, no, ok, type CommandHandler, type ImapSession } from './imap-types';
import { formatSequenceSet, parseSequenceSet } from './sequence-set';
import { parseImapDate } from './serialise';

/** STORE and UID STORE with CONDSTORE's UNCHANGEDSINCE (RFC 7162). */
export function storeCommand(byUid: boolean): CommandHandler {
  return async (session, tokens) => {
    const selected = session.selected;
    const set = parseSequenceSet(tokenText(tokens[0]) ?? '');
    if (!selected || !set) return bad('STORE needs a message set');
    if (selected.readOnly) return no('[READ-ONLY] The folder is open read-only');
    let rest = tokens.slice(1);
    let unchangedSince = Infinity;
    if (rest[0]?.kind === 'list' && rest.length > 1) {
      const words = rest[0].items.map(tokenText);
      if (words.length !== 2 || words[0]?.toUpperCase() !== 'UNCHANGEDSINCE' || !/^\d{1,16}$/.test(words[1] ?? ''))
        return bad('Unknown STORE modifier');
      unchangedSince = Number(words[1]);
      session.isCondstoreEnabled = true;
      rest = rest.slice(1);
    }
    const action = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(tokenText(rest[0]) ?? '');
    const flags = parseFlags(rest.slice(1));
    if (!action || !flags || rest.length < 2) return bad('STORE needs FLAGS and a list of flags');
    const picked = selected.pick(set, byUid);
    const refused = picked.filter(({ message }) => message.modseq > unchangedSince);
    const wanted = picked.filter(({ message }) => message.modseq <= unchangedSince);
    const { postOffice } = session.context;
    const transaction = postOffice.transaction();
    const next = (before: string[]): string[] => {
      if (action[1] === '+') return [...new Set([...before, ...flags])];
      if (action[1] === '-') return before.filter((flag) => !flags.includes(flag));
      return flags;
    };
    const changed = postOffice.stageFlags(transaction, {
      folder: selected.folder,
      messages: wanted.map(({ message }) => message),
      next,
      origin: session,
    });
    await transaction.commit();
    const isSilent = Boolean(action[2]);
    const answered = new Set(
      isSilent ? (session.isCondstoreEnabled ? changed : []) : wanted.map(({ message }) => message),
    );
    for (const { sequence, message } of wanted) {
      if (!answered.has(message)) continue;
      // RFC 7162: a silent STORE still tells the new mod-sequence.
      session.send(
        `* ${sequence} FETCH (${isSilent ? `UID ${message.uid} MODSEQ (${message.modseq})` : numbersText(message, session.isCondstoreEnabled)})\r\n`,
      );
    }
    const modified = formatSequenceSet(refused.map(({ sequence, message }) => (byUid ? message.uid : sequence)));
    return ok(modified ? `[MODIFIED ${modified}] Conditional STORE failed for some` : 'STORE completed');
  };
}

/** Removes messages for good and tells the session at once. */
async function expunge(session: ImapSession, folder: MailFolder, messages: StoredMessage[]): Promise<void> {
  const transaction = session.context.postOffice.transaction();
  session.context.postOffice.stageExpunge(transaction, folder, messages);
  await transaction.commit();
}

/** EXPUNGE, and UID EXPUNGE of RFC 4315. */
export function expungeCommand(byUid: boolean): CommandHandler {
  return async (session, tokens) => {
    const selected = session.selected;
    const set = byUid ? parseSequenceSet(tokenText(tokens[0]) ?? '') : null;
    if (!selected || (byUid && !set)) return bad('UID EXPUNGE needs a message set');
    if (selected.readOnly) return no('[READ-ONLY] The folder is open read-only');
    const candidates = set ? selected.pick(set, true).map(({ message }) => message) : selected.messages;
    await expunge(
      session,
      selected.folder,
      candidates.filter((message) => message.flags.includes('\\Deleted')),
    );
    return ok('EXPUNGE completed');
  };
}

/** CLOSE (expunges silently) and UNSELECT (does not). */
export function closeCommand(expunges: boolean): CommandHandler {
  return async (session) => {
    const selected = session.selected;
    session.select(null, true);
    if (selected && expunges && !selected.readOnly) {
      await expunge(
        session,
        selected.folder,
        selected.folder.messages.filter((message) => message.flags.includes('\\Deleted')),
      );
    }
    return ok('Closed');
  };
}

/** COPY and MOVE (RFC 6851), by number or UID. */
export function copyCommand(byUid: boolean, moves: boolean): CommandHandler {
  return async (session, tokens) => {
    const selected = session.selected;
    const set = parseSequenceSet(tokenText(tokens[0]) ?? '');
    if (!selected || !set || tokenText(tokens[1]) === null) return bad('A message set and a folder are needed');
    if (moves && selected.readOnly) return no('[READ-ONLY] The folder is open read-only');
    const target = namedFolder(session, tokens[1]);
    if (!target) return no('[TRYCREATE] No such folder');
    const { postOffice } = session.context;
    const picked = selected
      .pick(set, byUid)
      .map(({ message }) => message)
      .filter((message) => !selected.folder.isLeaving(message) && selected.folder.find(message.uid) === message);
    if (picked.length === 0) return ok('Nothing to do');
    const raws: Buffer[] = [];
    for (const message of picked) raws.push(await postOffice.contents.read(message.contentId));
    const transaction = postOffice.transaction();
    const sources = moves ? postOffice.stageExpunge(transaction, selected.folder, picked) : picked;
    const copies = sources.map((message) =>
      postOffice.stageMessage(transaction, {
        folder: target,
        contentId: message.contentId,
        raw: raws[picked.indexOf(message)] as Buffer,
        flags: message.flags,
        internalDate: message.internalDate,
      }),
    );
    await transaction.commit();
    const code = `[COPYUID ${target.uidValidity} ${formatSequenceSet(sources.map((message) => message.uid))} ${formatSequenceSet(copies.map((copy) => copy.uid))}]`;
    if (!moves) return ok(`${code} COPY completed`);
    // RFC 6851 wants COPYUID before the EXPUNGE responses that follow a MOVE.
    session.send(`* OK ${code} Moved\r\n`);
    return ok('MOVE completed');
  };
}

/** APPEND with APPENDUID (RFC 4315). */
export const appendCommand: CommandHandler = async (session, tokens) => {
  if (tokenText(tokens[0]) === null) return bad('APPEND needs a folder');
  const folder = namedFolder(session, tokens[0]);
  const last = tokens.at(-1);
  if (tokens.length < 2 || last?.kind !== 'string') return bad('APPEND needs a message literal');
  const middle = tokens.slice(1, -1);
  const flagToken = middle.find((token) => token.kind === 'list');
  const dateToken = middle.find((token) => token.kind === 'string');
  const flags = flagToken ? parseFlags([flagToken]) : [];
  const date = dateToken ? parseImapDate(dateToken.value) : session.context.clock.now([session.account ?? '']);
  if (!flags || date === null || middle.length > 2) return bad('Malformed APPEND arguments');
  if (!folder) return no('[TRYCREATE] No such folder');
  if (last.bytes.length === 0) return no('[CANNOT] An empty message cannot be stored');
  const { postOffice } = session.context;
  const transaction = postOffice.transaction();
  const raw = Buffer.from(last.bytes);
  const contentId = postOffice.stageContent(transaction, raw);
  const message = postOffice.stageMessage(transaction, { folder, contentId, raw, flags, internalDate: date });
  await transaction.commit();
  return ok(`[APPENDUID ${folder.uidValidity} ${message.uid}] APPEND completed`);
};

import { parseStructure, type MimePart } from '../mime/parse-structure';
import type { StoredMessage } from '../store/mail-store';
import { bodyStructureText, envelopeText } from './body-structure';
import { parseSection, readSection, type BodySection } from './body-section';
import { tokenText, type Token } from './command-parser';
import { omits } from './imap-flaws';
import { bad, no, ok, type CommandHandler, type ImapSession } from './imap-types';
import { parseSequenceSet } from './sequence-set';
import { internalDateText, literal, type Output } from './serialise';

type FetchItem =
  | { kind: 'UID' | 'FLAGS' | 'MODSEQ' | 'INTERNALDATE' | 'RFC822.SIZE' | 'ENVELOPE' | 'BODYSTRUCTURE' | 'BODY' }
  | { kind: 'section'; section: BodySection; label: string; marksSeen: boolean };

const macros: Record<string, string[]> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
};
const plainItems = [
  'UID',
  'FLAGS',
  'MODSEQ',
  'INTERNALDATE',
  'RFC822.SIZE',
  'ENVELOPE',
  'BODYSTRUCTURE',
  'BODY',
] as const;
const oldItems: Record<string, { section: string; marksSeen: boolean }> = {
  RFC822: { section: '', marksSeen: true },
  'RFC822.HEADER': { section: 'HEADER', marksSeen: false },
  'RFC822.TEXT': { section: 'TEXT', marksSeen: true },
};

function parseItem(text: string): FetchItem | null {
  const upper = text.toUpperCase();
  const plain = plainItems.find((name) => name === upper);
  if (plain) return { kind: plain };
  const old = oldItems[upper];
  if (old) {
    const section = parseSection(old.section, null);
    return section && { kind: 'section', section, label: upper, marksSeen: old.marksSeen };
  }
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<([^>]*)>)?$/i.exec(text);
  const section = match && parseSection(match[2] as string, match[3] ?? null);
  return section ? { kind: 'section', section, label: section.label, marksSeen: !match[1] } : null;
}

function parseItems(token: Token | undefined): FetchItem[] | null {
  if (!token) return null;
  const texts = (token.kind === 'list' ? token.items : [token]).map(tokenText);
  const expanded = texts.flatMap((text) =>
    token.kind !== 'list' && text ? (macros[text.toUpperCase()] ?? [text]) : [text],
  );
  const items = expanded.map((text) => (text === null ? null : parseItem(text)));
  return items.length > 0 && items.length <= 100 && items.every((item) => item !== null) ? items : null;
}

const namedFields = (session: ImapSession, { fields }: MimePart): MimePart['fields'] =>
  omits(session.context.flaws(), 'FETCH MESSAGE-ID')
    ? fields.filter(({ name }) => name.toLowerCase() !== 'message-id')
    : fields;

async function fetchOne(
  session: ImapSession,
  sequence: number,
  message: StoredMessage,
  items: FetchItem[],
): Promise<void> {
  let raw: Buffer | null = null;
  let structure: MimePart | null = null;
  if (
    items.some(
      (item) =>
        item.kind === 'section' || item.kind === 'ENVELOPE' || item.kind === 'BODY' || item.kind === 'BODYSTRUCTURE',
    )
  ) {
    raw = await session.context.postOffice.contents.read(message.contentId);
    structure = parseStructure(raw);
  }
  const output: Output = [`* ${sequence} FETCH (`];
  for (const [index, item] of items.entries()) {
    if (index > 0) output.push(' ');
    if (item.kind === 'UID') output.push(`UID ${message.uid}`);
    else if (item.kind === 'FLAGS') output.push(`FLAGS (${message.flags.join(' ')})`);
    else if (item.kind === 'MODSEQ') output.push(`MODSEQ (${message.modseq})`);
    else if (item.kind === 'INTERNALDATE') output.push(`INTERNALDATE ${internalDateText(message.internalDate)}`);
    else if (item.kind === 'RFC822.SIZE') output.push(`RFC822.SIZE ${message.size}`);
    else if (raw && structure) {
      if (item.kind === 'ENVELOPE') output.push(`ENVELOPE ${envelopeText(namedFields(session, structure))}`);
      else if (item.kind === 'BODY' || item.kind === 'BODYSTRUCTURE')
        output.push(`${item.kind} ${bodyStructureText(raw, structure, item.kind === 'BODYSTRUCTURE')}`);
      else if (item.kind === 'section') {
        const bytes = readSection(raw, structure, item.section);
        output.push(`${item.label} `, ...(bytes ? literal(bytes) : ['NIL']));
      }
    }
  }
  output.push(')\r\n');
  session.send(...output);
  await session.drained();
}

const windowMails = 100;
const windowBytes = 8 * 1024 * 1024;

/** Cuts a list of mails into windows bounded by number and bytes; answers the window that begins with a mail, else nothing. */
function contentWindow(messages: StoredMessage[]): (message: StoredMessage) => number[] {
  const windows = new Map<StoredMessage, number[]>();
  let current: number[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (current.length === 0 || current.length >= windowMails || bytes + message.size > windowBytes) {
      current = [];
      bytes = 0;
      windows.set(message, current);
    }
    current.push(message.contentId);
    bytes += message.size;
  }
  return (message) => windows.get(message) ?? [];
}

type Omittable = 'INTERNALDATE' | 'RFC822.SIZE' | 'ENVELOPE';
const isOmittable = (kind: FetchItem['kind']): kind is Omittable =>
  kind === 'INTERNALDATE' || kind === 'RFC822.SIZE' || kind === 'ENVELOPE';

/** FETCH and UID FETCH with CONDSTORE's CHANGEDSINCE (RFC 7162). */
export function fetchCommand(byUid: boolean): CommandHandler {
  return async (session, tokens) => {
    const selected = session.selected;
    const set = parseSequenceSet(tokenText(tokens[0]) ?? '');
    const items = parseItems(tokens[1]);
    if (!selected || !set || !items) return bad('FETCH needs a message set and items');
    let changedSince = -1;
    if (tokens[2]) {
      const words = tokens[2].kind === 'list' ? tokens[2].items.map(tokenText) : [];
      if (words.length !== 2 || words[0]?.toUpperCase() !== 'CHANGEDSINCE' || !/^\d{1,16}$/.test(words[1] ?? ''))
        return bad('Unknown FETCH modifier');
      changedSince = Number(words[1]);
      session.isCondstoreEnabled = true;
    }
    if (items.some((item) => item.kind === 'MODSEQ')) session.isCondstoreEnabled = true;
    if (changedSince >= 0 && !items.some((item) => item.kind === 'MODSEQ')) items.push({ kind: 'MODSEQ' });
    if (byUid && !items.some((item) => item.kind === 'UID')) items.unshift({ kind: 'UID' });
    const flaws = session.context.flaws();
    if (
      flaws.refuses?.includes('PARTIAL FETCH') &&
      items.some((item) => item.kind === 'section' && item.label.endsWith('>'))
    )
      return bad('Parts of a mail are not given here');
    const picked = selected
      .pick(set, byUid)
      .filter(({ message }) => message.modseq > changedSince)
      .slice(0, flaws.mostFetched);
    if (!selected.readOnly && items.some((item) => item.kind === 'section' && item.marksSeen)) {
      const transaction = session.context.postOffice.transaction();
      const unseen = picked.map(({ message }) => message).filter((message) => !message.flags.includes('\\Seen'));
      const changed = session.context.postOffice.stageFlags(transaction, {
        folder: selected.folder,
        messages: unseen,
        next: (flags) => [...flags, '\\Seen'],
        origin: session,
      });
      if (changed.length > 0) {
        await transaction.commit();
        if (!items.some((item) => item.kind === 'FLAGS')) items.push({ kind: 'FLAGS' });
      }
    }
    const given = items.filter(({ kind }) => !(isOmittable(kind) && omits(flaws, `FETCH ${kind}`)));
    let missing = 0;
    const needsContent = items.some(
      (item) =>
        item.kind === 'section' || item.kind === 'ENVELOPE' || item.kind === 'BODY' || item.kind === 'BODYSTRUCTURE',
    );
    const ahead = contentWindow(picked.map(({ message }) => message));
    for (const { sequence, message } of picked) {
      try {
        if (needsContent) await session.context.postOffice.contents.prefetch(ahead(message));
        await fetchOne(session, sequence, message, given);
      } catch {
        // Expunged by another session and its bytes are gone: RFC 2180 allows a NO at the end.
        missing += 1;
      }
    }
    return missing > 0 ? no(`[EXPUNGEISSUED] ${missing} messages were removed meanwhile`) : ok('FETCH completed');
  };
}

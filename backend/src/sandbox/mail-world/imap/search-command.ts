import { headerValue, readHeader } from '../mime/parse-headers';
import type { StoredMessage } from '../store/mail-store';
import { tokenText, type Token } from './command-parser';
import type { ImapFlaws } from './imap-flaws';
import { bad, no, ok, type CommandHandler, type ImapSession } from './imap-types';
import { readableText } from '../mime/readable-text';
import type { SelectedFolder } from './selected-folder';
import { parseSequenceSet, sequenceMatcher } from './sequence-set';
import { parseImapDate } from './serialise';

interface Candidate {
  sequence: number;
  message: StoredMessage;
  raw(): Promise<Buffer>;
}

type Criterion = (candidate: Candidate) => boolean | Promise<boolean>;

class SearchSyntaxError extends Error {}

const day = 86_400_000;
const maximumKeys = 500;
const flagKeys: Record<string, [flag: string, wanted: boolean]> = {
  ANSWERED: ['\\Answered', true],
  DELETED: ['\\Deleted', true],
  DRAFT: ['\\Draft', true],
  FLAGGED: ['\\Flagged', true],
  SEEN: ['\\Seen', true],
  UNANSWERED: ['\\Answered', false],
  UNDELETED: ['\\Deleted', false],
  UNDRAFT: ['\\Draft', false],
  UNFLAGGED: ['\\Flagged', false],
  UNSEEN: ['\\Seen', false],
};

class SearchParser {
  private position = 0;
  private keys = 0;
  usesModseq = false;

  constructor(
    private readonly tokens: Token[],
    private readonly selected: SelectedFolder,
    private readonly flaws: ImapFlaws,
  ) {}

  all(): Criterion {
    const criteria: Criterion[] = [];
    while (this.position < this.tokens.length) criteria.push(this.one());
    if (criteria.length === 0) throw new SearchSyntaxError('A search key is needed');
    return every(criteria);
  }

  private one(): Criterion {
    this.keys += 1;
    if (this.keys > maximumKeys) throw new SearchSyntaxError('Too many search keys');
    const token = this.tokens[this.position];
    this.position += 1;
    if (!token) throw new SearchSyntaxError('A search key is missing');
    if (token.kind === 'list') {
      const inner = new SearchParser(token.items, this.selected, this.flaws);
      const criterion = inner.all();
      this.usesModseq ||= inner.usesModseq;
      return criterion;
    }
    const key = token.value.toUpperCase();
    const flag = flagKeys[key];
    if (flag) return ({ message }) => message.flags.includes(flag[0]) === flag[1];
    switch (key) {
      case 'ALL':
      case 'OLD':
        return () => true;
      case 'NEW':
      case 'RECENT':
        return () => false;
      case 'KEYWORD':
      case 'UNKEYWORD': {
        const wanted = this.text().toLowerCase();
        return ({ message }) => message.flags.some((name) => name.toLowerCase() === wanted) === (key === 'KEYWORD');
      }
      case 'NOT': {
        const inner = this.one();
        return async (candidate) => !(await inner(candidate));
      }
      case 'OR': {
        const [left, right] = [this.one(), this.one()];
        return async (candidate) => (await left(candidate)) || (await right(candidate));
      }
      case 'BEFORE':
      case 'ON':
      case 'SINCE': {
        const isIn = this.dateTest(key);
        return ({ message }) => isIn(message.internalDate);
      }
      case 'SENTBEFORE':
      case 'SENTON':
      case 'SENTSINCE': {
        const isIn = this.dateTest(key.slice(4));
        return async ({ raw }) => isIn(Date.parse(headerValue(readHeader(await raw()), 'date') ?? ''));
      }
      case 'LARGER':
      case 'SMALLER': {
        const size = this.number();
        return ({ message }) => (key === 'LARGER' ? message.size > size : message.size < size);
      }
      case 'MODSEQ': {
        if (this.tokens[this.position]?.kind === 'string') this.position += 2;
        const least = this.number();
        this.usesModseq = true;
        return ({ message }) => message.modseq >= least;
      }
      case 'UID':
        return this.setTest(this.text(), true);
      case 'HEADER':
        return this.anyHeaderTest();
      case 'FROM':
      case 'TO':
      case 'CC':
      case 'BCC':
      case 'SUBJECT':
        return headerTest(key, this.text());
      case 'BODY':
      case 'TEXT': {
        const wanted = this.text().toLowerCase();
        return async ({ raw }) =>
          readableText(await raw(), key === 'TEXT')
            .toLowerCase()
            .includes(wanted);
      }
      default:
        return this.setTest(token.value, false);
    }
  }

  private anyHeaderTest(): Criterion {
    const test = headerTest(this.text(), this.text());
    const { isBlindToHeaders, findsAllByHeaders } = this.flaws;
    return isBlindToHeaders || findsAllByHeaders ? () => findsAllByHeaders === true : test;
  }

  private text(): string {
    const value = tokenText(this.tokens[this.position]);
    this.position += 1;
    if (value === null) throw new SearchSyntaxError('A search key lacks its argument');
    return value;
  }

  private number(): number {
    const value = this.text();
    if (!/^\d{1,16}$/.test(value)) throw new SearchSyntaxError('A number is needed');
    return Number(value);
  }

  private setTest(text: string, byUid: boolean): Criterion {
    const set = parseSequenceSet(text);
    if (!set) throw new SearchSyntaxError(`Unknown search key ${text.slice(0, 40)}`);
    const isIn = sequenceMatcher(
      set,
      byUid ? (this.selected.messages.at(-1)?.uid ?? 0) : this.selected.messages.length,
    );
    return ({ sequence, message }) => isIn(byUid ? message.uid : sequence);
  }

  private dateTest(key: string): (time: number) => boolean {
    const start = parseImapDate(this.text());
    if (start === null) throw new SearchSyntaxError('A date is needed');
    if (key === 'BEFORE') return (time) => time < start;
    if (key === 'SINCE') return (time) => time >= start;
    return (time) => time >= start && time < start + day;
  }
}

function every(criteria: Criterion[]): Criterion {
  return async (candidate) => {
    for (const criterion of criteria) if (!(await criterion(candidate))) return false;
    return true;
  };
}

function headerTest(name: string, wanted: string): Criterion {
  const text = wanted.toLowerCase();
  if (name.toLowerCase() === 'message-id') {
    // The index knows Message-IDs, so the search that settles a mail in doubt reads no mail at all.
    return ({ message }) => message.messageId !== null && message.messageId.toLowerCase().includes(text);
  }
  return async ({ raw }) => {
    const fields = readHeader(await raw()).filter((field) => field.name.toLowerCase() === name.toLowerCase());
    return fields.some(
      (field) => decodedHeader(field.value).toLowerCase().includes(text) || field.value.toLowerCase().includes(text),
    );
  };
}

/** Encoded words (RFC 2047) and raw UTF-8 as readable text. */
function decodedHeader(value: string): string {
  const utf8 = Buffer.from(value, 'latin1').toString('utf8');
  return utf8.replace(/=\?utf-8\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi, (_whole, kind: string, text: string) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString('utf8');
    const bytes = text
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}

/** SEARCH and UID SEARCH; strings are taken as UTF-8. */
export function searchCommand(byUid: boolean): CommandHandler {
  return async (session: ImapSession, tokens) => {
    const selected = session.selected;
    if (!selected) return bad('No folder is selected');
    if (session.context.flaws().refuses?.includes('SEARCH')) return no('SEARCH is not offered here');
    let keys = tokens;
    if (tokenText(keys[0])?.toUpperCase() === 'CHARSET') {
      if (!/^(utf-8|us-ascii)$/i.test(tokenText(keys[1]) ?? ''))
        return no('[BADCHARSET (UTF-8 US-ASCII)] Unknown character set');
      keys = keys.slice(2);
    }
    let criterion: Criterion;
    const parser = new SearchParser(keys, selected, session.context.flaws());
    try {
      criterion = parser.all();
    } catch (error) {
      if (error instanceof SearchSyntaxError) return bad(error.message);
      throw error;
    }
    if (parser.usesModseq) session.isCondstoreEnabled = true;
    const found: { sequence: number; message: StoredMessage }[] = [];
    const messages = [...selected.messages];
    const { contents } = session.context.postOffice;
    for (const [index, message] of messages.entries()) {
      const raw = async () => {
        // The next mails will probably be read as well.
        await contents.prefetch(
          messages
            .slice(index, index + 50)
            .filter((entry) => entry.size < 160_000)
            .map((entry) => entry.contentId),
        );
        return contents.read(message.contentId);
      };
      const candidate: Candidate = { sequence: index + 1, message, raw };
      // A mail that another session removed for good matches nothing.
      const isFound = await Promise.resolve(criterion(candidate)).catch(() => false);
      if (isFound) found.push({ sequence: index + 1, message });
    }
    const numbers = found.map(({ sequence, message }) => (byUid ? message.uid : sequence));
    const modseq =
      parser.usesModseq && found.length > 0
        ? ` (MODSEQ ${Math.max(...found.map(({ message }) => message.modseq))})`
        : '';
    session.send(`* SEARCH${numbers.length > 0 ? ` ${numbers.join(' ')}` : ''}${modseq}\r\n`);
    return ok('SEARCH completed');
  };
}

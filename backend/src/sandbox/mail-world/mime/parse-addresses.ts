/** One mailbox of an address header, or the start or end of a group, as the four fields of RFC 3501's envelope. */
export interface EnvelopeAddress {
  name: string | null;
  mailbox: string | null;
  host: string | null;
}

const maximumAddresses = 1_000;

type Token = { kind: 'text' | 'quoted'; value: string } | { kind: 'special'; value: string };

/**
 * Reads an address list (RFC 5322 section 3.4): display names, quoted strings, comments, groups and bare addresses.
 * Encoded words stay encoded, as IMAP wants them. Linear, never throws.
 */
export function parseAddresses(text: string): EnvelopeAddress[] {
  const result: EnvelopeAddress[] = [];
  let words: Token[] = [];
  let angle: string | null = null;
  let inAngle = false;
  let comment = '';
  let inGroup = false;
  const finish = () => {
    if (result.length < maximumAddresses) {
      if (angle !== null) result.push(mailbox(angle, joinWords(words) || comment || null));
      else {
        const bare = words.map((word) => (word.kind === 'quoted' ? `"${word.value}"` : word.value)).join('');
        if (bare !== '')
          result.push(
            bare.includes('@') ? mailbox(bare, comment || null) : { name: joinWords(words), mailbox: bare, host: null },
          );
      }
    }
    words = [];
    angle = null;
    inAngle = false;
    comment = '';
  };
  for (const token of tokens(text)) {
    if (token.kind === 'special') {
      if (token.value.startsWith('(')) comment = token.value.slice(1);
      else if (token.value === '<') {
        inAngle = true;
        angle = '';
      } else if (token.value === '>') inAngle = false;
      else if (token.value === ':' && !inAngle && !inGroup) {
        result.push({ name: null, mailbox: joinWords(words) || 'group', host: null });
        words = [];
        inGroup = true;
      } else if (token.value === ';' && inGroup) {
        finish();
        result.push({ name: null, mailbox: null, host: null });
        inGroup = false;
      } else if (token.value === ',' && !inAngle) finish();
      else if (inAngle) angle += token.value;
    } else if (inAngle) angle += token.kind === 'quoted' ? `"${token.value}"` : token.value;
    else words.push(token);
  }
  finish();
  return result;
}

function joinWords(words: Token[]): string {
  return words
    .map((word) => word.value)
    .join(' ')
    .trim();
}

function mailbox(address: string, name: string | null): EnvelopeAddress {
  // A source route (`@relay,@relay:user@host`) is obsolete and dropped.
  const clean = address.replace(/^@[^:]*:/, '').trim();
  const at = clean.lastIndexOf('@');
  const local = at === -1 ? clean : clean.slice(0, at);
  return { name, mailbox: local.replace(/^"(.*)"$/s, '$1'), host: at === -1 ? null : clean.slice(at + 1) };
}

function* tokens(text: string): Generator<Token> {
  let index = 0;
  let atom = '';
  while (index < text.length) {
    const character = text[index] as string;
    const isBreak = /[\s"(<>,:;]/.test(character);
    if (isBreak && atom !== '') {
      yield { kind: 'text', value: atom };
      atom = '';
    }
    index += 1;
    if (character === '"') {
      let value = '';
      while (index < text.length && text[index] !== '"') {
        if (text[index] === '\\') index += 1;
        value += text[index] ?? '';
        index += 1;
      }
      index += 1;
      yield { kind: 'quoted', value };
    } else if (character === '(') {
      let value = '';
      let depth = 1;
      while (index < text.length && depth > 0) {
        const inner = text[index] as string;
        if (inner === '\\') index += 1;
        else if (inner === '(') depth += 1;
        else if (inner === ')') depth -= 1;
        if (depth > 0) value += text[index] ?? '';
        index += 1;
      }
      yield { kind: 'special', value: `(${value.trim()}` };
    } else if ('<>,:;'.includes(character)) yield { kind: 'special', value: character };
    else if (!isBreak) atom += character;
  }
  if (atom !== '') yield { kind: 'text', value: atom };
}

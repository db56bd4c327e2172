/** Pieces of an IMAP response; strings are bytes one to one (latin1). */
export type Output = (string | Buffer)[];

/** A string as IMAP writes it: quoted when it can be, else a literal. */
export function imapString(text: string): string {
  if (text.length < 1_000 && /^[\x20-\x7e]*$/.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`;
  const clean = text.replaceAll('\u0000', '');
  return `{${clean.length}}\r\n${clean}`;
}

/** A string, or NIL for null. */
export function nilOrString(text: string | null): string {
  return text === null ? 'NIL' : imapString(text);
}

/** Bytes as a literal. NUL bytes, which IMAP4rev1 forbids in literals, are shown as 0x80 as other servers do. */
export function literal(bytes: Buffer): Output {
  if (bytes.includes(0)) {
    const copy = Buffer.from(bytes);
    for (let index = copy.indexOf(0); index !== -1; index = copy.indexOf(0, index + 1)) copy[index] = 0x80;
    return [`{${copy.length}}\r\n`, copy];
  }
  return [`{${bytes.length}}\r\n`, bytes];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** INTERNALDATE in UTC, quoted. */
export function internalDateText(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `"${String(date.getUTCDate()).padStart(2, ' ')}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${clock} +0000"`;
}

/** Reads an IMAP date (`1-Feb-2026`) or date-time (`" 1-Feb-2026 10:00:00 +0100"`); null when it is neither. */
export function parseImapDate(text: string): number | null {
  const match = /^\s*(\d{1,2})-([A-Za-z]{3})-(\d{4})(?:\s+(\d{2}):(\d{2}):(\d{2})\s+([+-])(\d{2})(\d{2}))?\s*$/.exec(
    text,
  );
  if (!match) return null;
  const month = months.findIndex((name) => name.toLowerCase() === match[2]?.toLowerCase());
  if (month === -1) return null;
  const number = (index: number) => Number(match[index] ?? 0);
  const offset = (match[7] === '-' ? -1 : 1) * (number(8) * 60 + number(9)) * 60_000;
  const time = Date.UTC(number(3), month, number(1), number(4), number(5), number(6)) - offset;
  return Number.isFinite(time) ? time : null;
}

/** One property of a calendar: its parameters are checked for, because ours have none. */
export type CalendarEntry = Record<string, string>;

const parts = {
  VCALENDAR: ['VERSION', 'PRODID'],
  VEVENT: ['UID', 'DTSTAMP', 'DTSTART'],
  VALARM: ['ACTION', 'TRIGGER'],
};
type Part = keyof typeof parts;

/**
 * Reads a calendar file by the letter of RFC 5545, knowing nothing of who wrote it: CRLF, lines of at most 75 octets,
 * nested parts that end, required properties once each, escaped texts.
 * @throws Error that names the line
 */
export function readCalendar(bytes: Uint8Array): Record<Part, CalendarEntry> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (!text.endsWith('\r\n')) throw new Error('The file does not end with CRLF.');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`A bare CR or LF: ${line}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`);
  }
  const found: Partial<Record<Part, CalendarEntry>> = {};
  const open: Part[] = [];
  for (const line of physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+):(.*)$/s.exec(line) ?? [];
    if (!name) throw new Error(`Not a property: ${line}`);
    if (name === 'BEGIN') {
      if (!(value in parts) || found[value as Part]) throw new Error(`Unexpected: ${line}`);
      open.push(value as Part);
      found[value as Part] = {};
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`Ends what was not open: ${line}`);
    } else {
      const entry = found[open.at(-1) as Part];
      if (!entry || name in entry) throw new Error(`Outside of a part, or twice: ${line}`);
      entry[name] = value;
    }
  }
  if (open.length > 0) throw new Error(`Does not end: ${open.join()}`);
  for (const [part, names] of Object.entries(parts))
    for (const name of names) if (!found[part as Part]?.[name]) throw new Error(`${part} lacks ${name}.`);
  return found as Record<Part, CalendarEntry>;
}

/** An instant in UTC: `20261103T160000Z`. @throws Error when it is anything else, such as a time without a zone */
export function readInstant(value: string | undefined): Date {
  const [, ...numbers] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(value ?? '') ?? [];
  if (numbers.length !== 6) throw new Error(`Not an instant in UTC: ${value}`);
  const [year, month, day, hour, minute, second] = numbers.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A text without its escapes. @throws Error at a comma, semicolon or backslash that should have one */
export function readText(value = ''): string {
  if (/^(?:[^\\,;]|\\[\\,;nN])*$/.test(value))
    return value.replace(/\\([\\,;nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));
  throw new Error(`Not escaped: ${value}`);
}

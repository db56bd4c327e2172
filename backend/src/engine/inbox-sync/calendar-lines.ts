/** A line of a calendar (RFC 5545, 3.1): `ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@acme.test`. */
export interface CalendarProperty {
  /** In capitals, as the names of its parameters. */
  name: string;
  parameters: ReadonlyMap<string, readonly string[]>;
  value: string;
}

/** What is read of a calendar: its first event, and its time zones by name. */
export interface Calendar {
  /** In capitals; '' where there is none. */
  method: string;
  event: CalendarProperty[];
  zones: ReadonlyMap<string, CalendarProperty[][]>;
}

const mostLines = 5_000;
const longestLine = 10_000;
const mostParameters = 30;
/** Zones of a calendar, and the sets of rules of a zone. */
const mostZones = 20;

/** Reads a calendar. Never throws: what ends too early ends there, and what is no line is skipped. */
export function readCalendar(text: string): Calendar {
  const calendar = { method: '', event: [] as CalendarProperty[], zones: new Map<string, CalendarProperty[][]>() };
  const open: string[] = [];
  let hasEvent = false;
  let zone: { name: string; rules: CalendarProperty[][] } | null = null;
  for (const line of unfolded(text)) {
    const property = readLine(line);
    if (!property) continue;
    const { name } = property;
    const value = property.value.trim().toUpperCase();
    if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VTIMEZONE') zone = { name: '', rules: [] };
      else if (zone && zone.rules.length < mostZones) zone.rules.push([]);
    } else if (name === 'END') {
      const closed = open.pop();
      if (closed === 'VEVENT') hasEvent = true;
      if (closed === 'VTIMEZONE' && zone) {
        if (calendar.zones.size < mostZones) calendar.zones.set(zone.name, zone.rules);
        zone = null;
      }
    } else if (zone) {
      if (open.at(-1) === 'VTIMEZONE') zone.name = name === 'TZID' ? property.value.trim() : zone.name;
      else zone.rules.at(-1)?.push(property);
    } else if (open.at(-1) === 'VEVENT') {
      if (!hasEvent) calendar.event.push(property);
    } else if (name === 'METHOD' && calendar.method === '') calendar.method = value;
  }
  return calendar;
}

/** The lines of a calendar, those that were folded whole again. */
function unfolded(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r?\n/, mostLines)) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(line)) last.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map((pieces) => pieces.join('').slice(0, longestLine));
}

/** Null where the line has no value. What stands in quotes separates nothing. */
function readLine(line: string): CalendarProperty | null {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let value: string | null = null;
  for (let at = 0; at < line.length && value === null; at += 1) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === ';' || sign === ':')) {
      if (parts.length <= mostParameters) parts.push(line.slice(from, at));
      from = at + 1;
      if (sign === ':') value = line.slice(from);
    }
  }
  const [name = '', ...parameters] = parts;
  return value === null || name === ''
    ? null
    : { name: name.trim().toUpperCase(), parameters: readParameters(parameters), value };
}

function readParameters(parts: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const part of parts) {
    const sign = part.indexOf('=');
    if (sign <= 0) continue;
    const name = part.slice(0, sign).trim().toUpperCase();
    const value = part
      .slice(sign + 1)
      .replaceAll('"', '')
      .trim();
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** A text of a calendar without its escapes (RFC 5545, 3.3.11). */
export const textOfValue = (value: string): string =>
  value.replace(/\\([nN\\,;])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim();

import { leadFields, type LeadField } from '@skein/contracts/constants';

/** The fields of a lead besides its address. */
export type StandardFields = Record<Exclude<LeadField, 'email'>, string | null>;
export const standardFieldNames = leadFields.filter((field): field is Exclude<LeadField, 'email'> => field !== 'email');

/** What stands in a line, in this order: the columns of a batch on its way to the database. */
export const lineNames = ['email', 'domain', 'custom', ...standardFieldNames] as const;

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const special = /[\\\n\r\t]/g;
const isSpecial = /[\\\n\r\t]/;
const escaped = (value: string): string =>
  isSpecial.test(value) ? value.replace(special, (found) => marks[found] as string) : value;
const NOTHING = '\\N';

/**
 * A lead as one line of COPY's text form. Made while a row is read, so that one flat text goes from there to the
 * database and nothing of the row but this has to be kept.
 * @param custom its custom fields as JSON
 */
export const leadLine = (email: string, domain: string, custom: string, fields: StandardFields): string =>
  lineOf([email, domain, custom, ...standardFieldNames.map((name) => fields[name])]);

/** The same from values in the order of `lineNames`; the array is used up. */
export function lineOf(values: (string | null)[]): string {
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] as string | null;
    values[place] = value === null ? NOTHING : escaped(value);
  }
  return values.join('\t');
}

const meanings: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' };

/** The values of a line, in the order of `lineNames`. */
export const readLine = (line: string): (string | null)[] =>
  line
    .split('\t')
    .map((value) => (value === NOTHING ? null : value.replace(/\\[\\nrt]/g, (found) => meanings[found] as string)));

const noFields = Object.fromEntries(standardFieldNames.map((field) => [field, null])) as StandardFields;

/** A line that changes nothing of a lead that is known. */
export const bareLine = (email: string, domain: string): string => leadLine(email, domain, '{}', noFields);

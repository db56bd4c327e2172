import { isEmailAddress } from '@skein/contracts/address-rules';
import { leadFields, limits, type LeadField } from '@skein/contracts/constants';
import { customFieldLength, leadFieldLength } from '@skein/contracts/main/lead-fields';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';

export type StandardFields = Record<Exclude<LeadField, 'email'>, string | null>;

/** A row that can be looked up: its address is well-formed. */
export interface PreparedRow { rowNumber: number; email: string; domain: string; fields: StandardFields; custom: Record<string, string | number | boolean>; raw: readonly string[] | null }

/** A row that ends here, with its one outcome. */
export interface RejectedRow { rowNumber: number; email: string | null; outcome: UploadOutcome; reason: string; raw: readonly string[] | null }

export const standardFieldNames = leadFields.filter((field): field is Exclude<LeadField, 'email'> => field !== 'email');

const noFields = Object.fromEntries(standardFieldNames.map((field) => [field, null])) as StandardFields;

/** One lead as it was given, whatever it came from. */
export interface GivenRow { rowNumber: number; email: string; fields: Partial<Record<LeadField, string | null | undefined>>; custom: Record<string, unknown>; raw: readonly string[] | null }

/** Invisible characters that spreadsheets and web pages leave in addresses and values; NUL cannot be stored by PostgreSQL. */
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200d\u2060\ufeff]/g;
/** Halves of a character that are alone: no text in UTF-8, and refused by jsonb. */
const half = /\p{Surrogate}/gu;
const tidy = (text: string, most: number): string => {
  const kept = text.replace(invisible, '').trim();
  const short = kept.length > most ? kept.slice(0, most) : kept;
  return /[\ud800-\udfff]/.test(short) ? short.replace(half, '\ufffd') : short;
};

/** Checks one row by itself: the address rule of the specification (section 5) and the limits of the fields. Pure. */
export function prepareRow(row: GivenRow): PreparedRow | RejectedRow {
  const email = cleanAddress(row.email);
  if (email === '') return { rowNumber: row.rowNumber, email: null, outcome: 'MISSING_REQUIRED', reason: 'Email is empty', raw: row.raw };
  if (!isEmailAddress(email)) return { rowNumber: row.rowNumber, email: email.slice(0, 320), outcome: 'INVALID_ADDRESS', reason: explainAddress(email), raw: row.raw };
  const custom: PreparedRow['custom'] = {};
  let count = 0;
  for (const name in row.custom) {
    const value = row.custom[name];
    if (!Object.hasOwn(row.custom, name) || value === null || value === undefined || value === '' || name === '__proto__') continue;
    const kept = typeof value === 'number' || typeof value === 'boolean' ? value : tidy(String(value), customFieldLength);
    if (kept === '') continue;
    if (++count > limits.customFields) break;
    custom[tidy(name, 120)] = kept;
  }
  const fields = { ...noFields };
  for (const field of standardFieldNames) { const text = row.fields[field]; if (text) fields[field] = tidy(text, leadFieldLength) || null; }
  return { rowNumber: row.rowNumber, email, domain: email.slice(email.lastIndexOf('@') + 1), fields, custom, raw: row.raw };
}

/** Lower case, without a mailto:, a display name, quotes or brackets around, and without a comma or dot left behind. */
export function cleanAddress(text: string): string {
  let address = text.replace(invisible, '').replace(/\u00a0/g, ' ').trim();
  const bracketed = /<([^<>]*@[^<>]*)>\s*$/.exec(address);
  if (bracketed) address = bracketed[1] as string;
  return address.replace(/^mailto:/i, '').replace(/^["'<(\s]+|["'>)\s,;.]+$/g, '').toLowerCase();
}

/** Why an address is not one, in words that tell what to mend. */
export function explainAddress(email: string): string {
  const at = email.lastIndexOf('@');
  if (/^[^@\s,;]+@@+[^@\s,;]*$/.test(email)) return `Address has ${email.includes('@@@') ? 'more than one' : 'two'} @`;
  if (/[,;]|\s.*@|@.*@/.test(email)) return 'More than one address, or a space or comma in it';
  if (at < 0) return 'No @ sign';
  if (at === 0) return 'Nothing before the @ sign';
  if (email.length > 254) return 'Longer than 254 characters';
  const domain = email.slice(at + 1);
  if (!domain.includes('.')) return 'No top-level domain';
  if (/[^\x21-\x7e]/.test(email)) return 'Letters that addresses cannot have';
  return 'Not the form of an address';
}

export const isRejected = (row: PreparedRow | RejectedRow): row is RejectedRow => 'outcome' in row;

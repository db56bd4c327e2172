import { cleanAddress } from '@skein/contracts/clean-address';
import { isEmailAddress } from '@skein/contracts/email-address';
import { limits, type LeadField } from '@skein/contracts/constants';
import { customFieldLength, leadFieldLength } from '@skein/contracts/main/lead-fields';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import { readCell } from '@skein/contracts/csv-cell';
import { leadLine, lineNames, lineOf, standardFieldNames, type StandardFields } from './lead-line';
import { explainAddress } from './explain-address';

/** No field given; the third is the JSON of custom fields. */
const emptyLine: readonly (string | null)[] = lineNames.map((name) => (name === 'custom' ? '{}' : null));
const noFields = Object.fromEntries(standardFieldNames.map((field) => [field, null])) as StandardFields;

/** The cells of a row as the file has them, or the text that they are cut from; kept for those that are left out. */
export type RawRow = readonly string[] | string | null;

/** A row that can be looked up: its address is well-formed. `line` is the lead as it goes to the database (lead-line.ts). */
export interface PreparedRow {
  rowNumber: number;
  email: string;
  domain: string;
  line: string;
  raw: RawRow;
  /** Read from our own leads: its values may be older than theirs, and are for a lead that is gone by now only. */ isStored?: true;
}

/** A row that ends here, with its one outcome. */
export interface RejectedRow {
  rowNumber: number;
  email: string | null;
  outcome: UploadOutcome;
  reason: string;
  raw: RawRow;
}

/** One lead as it was given, whatever it came from. */
export interface GivenRow {
  rowNumber: number;
  email: string;
  fields: Partial<Record<LeadField, string | null | undefined>>;
  custom: Record<string, unknown>;
  raw: RawRow;
}

/**
 * Invisible characters that spreadsheets and web pages leave in addresses and values, and those that turn the reading
 * direction, by which a name can look like another; NUL cannot be stored by PostgreSQL.
 */
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Halves of a character that are alone: no text in UTF-8, and refused by jsonb. */
const half = /\p{Surrogate}/gu;
/** Text of ASCII without anything to take out, as nearly every value is: looked at once instead of three times. */
const isTidy = /^[!-~](?:[ -~]*[!-~])?$/;
const tidy = (text: string, most: number): string => {
  if (text.length <= most && isTidy.test(text)) return text;
  const kept = text.replace(invisible, '').trim();
  const short = kept.length > most ? kept.slice(0, most) : kept;
  return /[\ud800-\udfff]/.test(short) ? short.replace(half, '\ufffd') : short;
};

/** Checks one row by itself: the address rule of the specification (section 5) and the limits of the fields. Pure. */
export function prepareRow(row: GivenRow): PreparedRow | RejectedRow {
  const email = cleanAddress(row.email);
  const problem = problemOf(email);
  if (problem) return { rowNumber: row.rowNumber, ...problem, raw: row.raw };
  const custom: Record<string, string | number | boolean> = {};
  let count = 0;
  for (const name in row.custom) {
    const value = row.custom[name];
    if (
      !Object.hasOwn(row.custom, name) ||
      value === null ||
      value === undefined ||
      value === '' ||
      name === '__proto__'
    )
      continue;
    const kept =
      typeof value === 'number' || typeof value === 'boolean' ? value : tidy(String(value), customFieldLength);
    if (kept === '') continue;
    if (++count > limits.customFields) break;
    custom[tidy(name, 120)] = kept;
  }
  const fields = { ...noFields };
  for (const field of standardFieldNames) {
    const text = row.fields[field];
    if (text) fields[field] = tidy(text, leadFieldLength) || null;
  }
  const domain = domainOf(email);
  return {
    rowNumber: row.rowNumber,
    email,
    domain,
    line: leadLine(email, domain, JSON.stringify(custom), fields),
    raw: row.raw,
  };
}

/** What a cell of each column becomes; null where it becomes nothing. */
export type CellTarget = { field: LeadField } | { custom: string } | null;

/**
 * `prepareRow` for many rows of the same columns, which are settled once and not for each row; what an export disarmed
 * is as it was. `raw` is the text of the row.
 */
export function rowPreparer(
  targets: readonly CellTarget[],
): (rowNumber: number, cells: readonly string[], raw: string) => PreparedRow | RejectedRow {
  const emailAt = targets.findIndex((target) => target !== null && 'field' in target && target.field === 'email');
  const fieldsAt = targets.flatMap((target, index) =>
    target !== null && 'field' in target && target.field !== 'email'
      ? [{ index, place: lineNames.indexOf(target.field) }]
      : [],
  );
  const customAt = targets.flatMap((target, index) =>
    target !== null && 'custom' in target && target.custom !== '__proto__'
      ? [{ index, name: JSON.stringify(tidy(target.custom, 120)) }]
      : [],
  );
  return (rowNumber, cells, raw) => {
    const email = cleanAddress(cells[emailAt] ?? '');
    const problem = problemOf(email);
    if (problem) return { rowNumber, ...problem, raw };
    const domain = domainOf(email);
    const values: (string | null)[] = [...emptyLine];
    values[0] = email;
    values[1] = domain;
    for (const { index, place } of fieldsAt) {
      const cell = cells[index];
      if (cell) values[place] = tidy(readCell(cell), leadFieldLength) || null;
    }
    let custom = '';
    let count = 0;
    for (const { index, name } of customAt) {
      const cell = cells[index];
      const kept = cell ? tidy(readCell(cell), customFieldLength) : '';
      if (kept === '') continue;
      if (++count > limits.customFields) break;
      custom += `${custom === '' ? '{' : ','}${name}:${JSON.stringify(kept)}`;
    }
    if (custom !== '') values[2] = `${custom}}`;
    return { rowNumber, email, domain, line: lineOf(values), raw };
  };
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

function problemOf(email: string): Pick<RejectedRow, 'email' | 'outcome' | 'reason'> | null {
  if (email === '') return { email: null, outcome: 'MISSING_REQUIRED', reason: 'Email is empty' };
  return isEmailAddress(email)
    ? null
    : { email: email.slice(0, 320), outcome: 'INVALID_ADDRESS', reason: explainAddress(email) };
}

export const isRejected = (row: PreparedRow | RejectedRow): row is RejectedRow => 'outcome' in row;

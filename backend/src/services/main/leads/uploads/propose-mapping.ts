import { leadFields, type LeadField } from '@skein/contracts/constants';
import type { ColumnTarget, UploadColumn } from '@skein/contracts/main/uploads.contract';
import { knownHeadings, looksLikeEmail, plainName, withoutNumber } from '#files/files.api';

const ignored = [
  'id',
  'internalid',
  'recordid',
  'uuid',
  'leadid',
  'contactid',
  'rownumber',
  'createdat',
  'updatedat',
  'ignorefield',
  'ignore',
];
/** What a file of rejected rows has behind its own columns: when it comes back mended, nothing of it is data. */
export const rejectedColumns = ['row number', 'outcome', 'reason'] as const;
/** How much of a column's values look like something. */
const share = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;
const isLinkedIn = (value: string) => /linkedin\.com\/(in|pub|sales)\//i.test(value);
const isWeb = (value: string) =>
  /^(https?:\/\/)?(www\.)?([a-z0-9-]+\.)+[a-z]{2,}(\/\S*)?$/i.test(value) && !value.includes('@');
const isPhone = (value: string) =>
  /^\+?[\d\s().\-/x]{7,25}$/i.test(value) &&
  (value.match(/\d/g)?.length ?? 0) >= 7 &&
  !/^\d{4}-\d{2}-\d{2}/.test(value);
interface Candidate {
  target: ColumnTarget;
  confidence: number;
  reason: string;
}

/**
 * Proposes which field each column of an uploaded file is mapped to: by its name, checked against its values, and by its values
 * where the name says nothing. Each field is given once, to the column that fits best; what is left becomes a custom field under its
 * own name, never under that of a standard field, behind which no template would find it.
 */
export function proposeMapping(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  remembered: readonly ColumnTarget[] | null,
): UploadColumn[] {
  const isRejected = rejectedColumns.every(
    (name, index) => names[names.length - rejectedColumns.length + index] === name,
  );
  const columns = names.map((name, index) => {
    const cells = rows.map((row) => (row[index] ?? '').trim());
    const values = cells.filter((cell) => cell !== '');
    return {
      index,
      name,
      values,
      filled: rows.length === 0 ? 0 : Math.round((values.length / rows.length) * 100),
      candidates:
        isRejected && index >= names.length - rejectedColumns.length
          ? [{ target: { kind: 'ignore' as const }, confidence: 1, reason: 'Says why the row was left out' }]
          : candidatesOf(withoutNumber(name), values),
    };
  });
  const taken = new Map<LeadField, number>();
  const ranked = columns
    .flatMap((column) =>
      column.candidates.flatMap((candidate) =>
        candidate.target.kind === 'field' ? [{ column: column.index, field: candidate.target.field, candidate }] : [],
      ),
    )
    .sort((one, other) => other.candidate.confidence - one.candidate.confidence || one.column - other.column);
  const chosen = new Map<number, Candidate>();
  for (const { column, field, candidate } of ranked) {
    if (taken.has(field) || chosen.has(column) || candidate.confidence < 0.5) continue;
    taken.set(field, column);
    chosen.set(column, candidate);
  }
  const used = new Set<string>(leadFields);
  /** Among named columns, one without a name is usually a leftover; in a file without a header, any column may hold data. */
  const isNameless = (index: number) => names[index] === `Column ${index + 1}`;
  const someAreNamed = names.some((_, index) => !isNameless(index));
  return columns.map((column) => {
    const kept = remembered?.[column.index];
    const proposal: Candidate = kept
      ? { target: kept, confidence: 1, reason: 'Remembered for this header' }
      : (chosen.get(column.index) ??
        column.candidates.find((candidate) => candidate.target.kind !== 'field') ??
        (someAreNamed && isNameless(column.index)
          ? { target: { kind: 'ignore' }, confidence: 0.9, reason: 'The column has no name' }
          : customOf(withoutNumber(column.name), column.index, column.values)));
    const target =
      proposal.target.kind === 'custom'
        ? { ...proposal.target, name: unique(proposal.target.name, used) }
        : proposal.target;
    return {
      index: column.index,
      name: column.name,
      samples: [...new Set(column.values)].slice(0, 5).map((value) => value.slice(0, 200)),
      filled_percent: column.filled,
      target,
      confidence: Math.round(proposal.confidence * 100) / 100,
      match: kept
        ? 'REMEMBERED'
        : target.kind === 'ignore'
          ? 'NONE'
          : proposal.confidence >= 0.95
            ? 'CERTAIN'
            : proposal.confidence >= 0.7
              ? 'LIKELY'
              : 'CHECK',
      reason: proposal.reason,
    };
  });
}

function candidatesOf(name: string, values: readonly string[]): Candidate[] {
  const key = plainName(name);
  const email = share(values, looksLikeEmail);
  const linkedIn = share(values, isLinkedIn);
  const web = share(values, isWeb);
  const phone = share(values, isPhone);
  const found: Candidate[] = [];
  const field = (target: LeadField, confidence: number, reason: string) =>
    found.push({ target: { kind: 'field', field: target }, confidence, reason });
  for (const [target, words] of Object.entries(knownHeadings) as [LeadField, readonly string[]][]) {
    const rank = words.indexOf(key);
    if (rank < 0) continue;
    const fits =
      target === 'email'
        ? email
        : target === 'linkedin_profile'
          ? linkedIn
          : target === 'website' || target === 'company_url'
            ? web
            : target === 'phone_number'
              ? phone
              : 1 - email;
    // A name that its values contradict is only a hint: a column "Company" full of addresses is no company name.
    const confidence =
      values.length === 0
        ? 0.8
        : fits >= 0.7
          ? 1 - Math.min(rank, 8) * 0.005
          : fits >= 0.3
            ? 0.75
            : target === 'email'
              ? 0.55
              : 0.5;
    field(
      target,
      confidence,
      fits >= 0.7 || values.length === 0
        ? `Named “${name}”`
        : `Named “${name}”, but only ${Math.round(fits * 100)}% of its values fit`,
    );
  }
  if (email >= 0.7 && !found.some((one) => one.target.kind === 'field' && one.target.field === 'email'))
    field('email', 0.9 * email, `${Math.round(email * 100)}% of its values are addresses`);
  if (linkedIn >= 0.7)
    field('linkedin_profile', 0.9 * linkedIn, `${Math.round(linkedIn * 100)}% of its values are LinkedIn profiles`);
  else if (web >= 0.8 && found.length === 0)
    field('website', 0.72 * web, `${Math.round(web * 100)}% of its values are web addresses`);
  if (phone >= 0.8 && found.length === 0 && /phone|tel|mobile|handy|cell/.test(key))
    field('phone_number', 0.85, 'Named and filled like a phone number');
  for (const [target, words] of Object.entries(knownHeadings) as [LeadField, readonly string[]][]) {
    if (
      found.length === 0 &&
      target !== 'email' &&
      words.some((word) => word.length >= 5 && key.includes(word)) &&
      email < 0.3
    )
      field(target, 0.6, `“${name}” reads like it`);
  }
  if (ignored.includes(key))
    found.push({ target: { kind: 'ignore' }, confidence: 0.9, reason: 'An identifier of another system' });
  return found;
}

function customOf(name: string, index: number, values: readonly string[]): Candidate {
  if (values.length === 0)
    return { target: { kind: 'ignore' }, confidence: 0.9, reason: 'Empty in the rows looked at' };
  const words = name
    .normalize('NFKC')
    .trim()
    .replace(/[{}|%]/g, '')
    .split(/[\s.\-/_]+/)
    .filter(Boolean)
    .join('_');
  const custom = words === '' ? `column_${index + 1}` : words.toLowerCase().slice(0, 120);
  return {
    target: { kind: 'custom', name: custom },
    confidence: words === '' ? 0.5 : 0.85,
    reason: words === '' ? 'The column has no name' : 'Kept under its own name',
  };
}

/** Long headers, such as questions of a survey, may differ only past the 120 characters that a name can have. */
function unique(name: string, used: Set<string>): string {
  let candidate = name;
  for (let count = 2; used.has(candidate); count += 1)
    candidate = `${name.slice(0, 119 - String(count).length)}_${count}`;
  used.add(candidate);
  return candidate;
}

/** The same header, in whatever file: for remembered mappings. */
export const headerKey = (names: readonly string[]): string => names.map(plainName).join('\u0001');

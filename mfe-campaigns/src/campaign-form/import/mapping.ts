import { leadFields, type LeadField } from '@skein/contracts/constants';
import type { ColumnTarget, UploadColumn } from '@skein/contracts/main/uploads.contract';

export const fieldNames: Record<LeadField, string> = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  company_name: 'Company name',
  website: 'Website',
  linkedin_profile: 'LinkedIn profile',
  location: 'Location',
  company_url: 'Company URL',
};

/** A target as the value of a choice: `field:email`, `custom:job_title`, `ignore`. */
export const targetValue = (target: ColumnTarget): string =>
  target.kind === 'field' ? `field:${target.field}` : target.kind === 'custom' ? `custom:${target.name}` : 'ignore';

export function targetOf(value: string): ColumnTarget {
  if (value.startsWith('field:')) {
    const field = leadFields.find((name) => name === value.slice(6));
    if (field) return { kind: 'field', field };
  }
  return value.startsWith('custom:') ? { kind: 'custom', name: value.slice(7) } : { kind: 'ignore' };
}

const targetName = (target: ColumnTarget): string =>
  target.kind === 'field'
    ? fieldNames[target.field]
    : target.kind === 'custom'
      ? `Custom: ${target.name}`
      : 'Leave out';

/** The name a column gets as a custom field: `Job Title` becomes `job_title`. */
export function customNameOf(column: string): string {
  const name = column
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[{}|%]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('_');
  return (name || 'field').slice(0, 120);
}

/** What keeps a mapping from being imported: by column, and for all of it. The server holds the same rules. */
export function checkMapping(mapping: readonly ColumnTarget[]): {
  byColumn: Map<number, string>;
  general: string | null;
} {
  const byColumn = new Map<number, string>();
  const seen = new Map<string, number>();
  for (const [index, target] of mapping.entries()) {
    if (target.kind === 'ignore') continue;
    const value = targetValue(target);
    if (target.kind === 'custom' && target.name.trim() === '') byColumn.set(index, 'Name the custom field.');
    else if (target.kind === 'custom' && /[{}|%]/.test(target.name))
      byColumn.set(index, 'A name can’t contain { } | %.');
    else if (target.kind === 'custom' && leadFields.some((field) => field === target.name.trim()))
      byColumn.set(index, 'A standard field has this name. Choose another one.');
    else if (seen.has(value)) byColumn.set(index, `${targetName(target)} is taken by another column.`);
    seen.set(value, index);
  }
  const hasEmail = mapping.some((target) => target.kind === 'field' && target.field === 'email');
  const custom = mapping.filter((target) => target.kind === 'custom').length;
  return {
    byColumn,
    general: !hasEmail
      ? 'Choose the column with the email address.'
      : custom > 200
        ? 'At most 200 custom fields.'
        : null,
  };
}

/** How sure the match of a column is, in a word. What a person changed is "By you". */
export function matchOf(
  column: UploadColumn,
  chosen: ColumnTarget,
): { word: string; tone: 'success' | 'warning' | 'off'; glyph: 'done' | 'warn' | 'new' } {
  const changed = targetValue(column.target) !== targetValue(chosen);
  if (changed || column.match === 'BY_YOU')
    return { word: 'By you', tone: 'off', glyph: chosen.kind === 'ignore' ? 'new' : 'done' };
  const percent = `${Math.round(column.confidence * 100)}%`;
  switch (column.match) {
    case 'CERTAIN':
      return { word: 'Certain', tone: 'success', glyph: 'done' };
    case 'REMEMBERED':
      return { word: 'Remembered', tone: 'success', glyph: 'done' };
    case 'LIKELY':
      if (chosen.kind === 'custom') return { word: 'New field', tone: 'off', glyph: 'new' };
      return { word: `Likely, ${percent}`, tone: 'off', glyph: 'done' };
    case 'CHECK':
      return { word: `Check, ${percent}`, tone: 'warning', glyph: 'warn' };
    default:
      return { word: chosen.kind === 'ignore' ? 'Left out' : 'New field', tone: 'off', glyph: 'new' };
  }
}

/** "9 of 11 mapped, 1 left out, 1 to check". */
export function mappingSummary(columns: readonly UploadColumn[], mapping: readonly ColumnTarget[]): string {
  const out = mapping.filter((target) => target.kind === 'ignore').length;
  const check = columns.filter(
    (column, index) => matchOf(column, mapping[index] ?? column.target).tone === 'warning',
  ).length;
  return [
    `${mapping.length - out} of ${mapping.length} mapped`,
    out > 0 ? `${out} left out` : '',
    check > 0 ? `${check} to check` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

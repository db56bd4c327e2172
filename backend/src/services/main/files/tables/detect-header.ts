import { isEmailAddress } from '@skein/contracts/email-address';
import { knownHeadings } from './known-headings';

export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
export const looksLikeEmail = (value: string) => isEmailAddress(value.trim().toLowerCase());

/** Whether a cell of the first row stands above a column of addresses without being one: two columns may have the same name. */
const isAbove = (rest: readonly (readonly string[])[], first: readonly string[]): boolean =>
  first.some(
    (cell, index) =>
      cell.trim() !== '' && rest.filter((row) => looksLikeEmail(row[index] ?? '')).length * 2 > rest.length,
  );

/** Whether the first row names the columns: it holds no address where later rows do, or else no bare numbers, and no name twice. */
export function detectHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return first !== undefined && first.every((cell) => !looksLikeEmail(cell));
  if (first.some(looksLikeEmail)) return false;
  const filled = first.map((cell) => cell.trim()).filter(Boolean);
  if (filled.length === 0) return false;
  if (isAbove(rest, first)) return true;
  if (first.some((cell) => Object.values(knownHeadings).some((words) => words.includes(plainName(cell))))) return true;
  return (
    new Set(filled.map((cell) => cell.toLowerCase())).size === filled.length &&
    !filled.some((cell) => /^[\d.,\s]+$/.test(cell))
  );
}

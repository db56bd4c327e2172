import type { z } from 'zod';
import { addSeedBody } from './operator-seeds.contract';

const needed = ['email', 'host'] as const;
/** In place of the password: what an OAuth client was granted. */
const grantColumns = ['token_url', 'client_id', 'client_secret', 'refresh_token'] as const;
const secrets: ReadonlySet<string> = new Set(['password', 'client_secret', 'refresh_token']);
/** Columns of a file of seeds. All but the needed ones can be left out, and a row has a password or a grant. */
export const seedColumns = [
  ...(['email', 'password', 'host', 'region', 'port', 'security', 'provider', 'kind', 'workspace_id'] as const),
  ...grantColumns,
] as const;
type Column = (typeof seedColumns)[number];

export type NewSeed = z.output<typeof addSeedBody>;
/** A row of a file of seeds: a seed that can be tried, or what is wrong with it. */
export type SeedRow = { row: number; email: string } & (
  | { seed: NewSeed; problem: null }
  | { seed: null; problem: string }
);

/** CSV as RFC 4180 has it, with the separator of the first line. Empty lines are left out. */
function cellsOf(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = [';', '\t'].find((each) => first.includes(each) && !first.includes(',')) ?? ',';
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endRow = () => {
    row.push(cell);
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    [row, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r' || text.charAt(at + 1) !== '\n') cell += char;
  }
  endRow();
  return rows;
}

const isColumn = (name: string): name is Column => (seedColumns as readonly string[]).includes(name);

/** The words of the file in the form of the body: numbers as numbers, names of choices however they are written. */
function bodyOf(cells: Partial<Record<Column, string>>): Record<string, unknown> {
  const { port, security, kind, password, workspace_id: workspace, ...texts } = cells;
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  const isOfGrant = (name: string) => (grantColumns as readonly string[]).includes(name);
  const grant = given.filter(([name]) => isOfGrant(name));
  return {
    ...Object.fromEntries(given.filter(([name]) => !isOfGrant(name))),
    ...(grant.length > 0 && { oauth: Object.fromEntries(grant.map(([name, text]) => [name, text.trim()])) }),
    ...(workspace?.trim() && { workspace_id: Number(workspace) }),
    // Spaces belong to a password; Google prints its app passwords with them and takes them either way.
    ...(password && { password }),
    ...(port?.trim() && { port: Number(port) }),
    ...(security?.trim() && { security: security.trim().toUpperCase() }),
    ...(kind?.trim() && { kind: kind.trim().toLowerCase() }),
  };
}

/** What is wrong with a row, and what to do where the name of the column does not tell. */
function problemOf(named: Partial<Record<Column, string>>, issue: z.core.$ZodIssue | undefined): string {
  const name = String(issue?.path.at(-1) ?? 'email') as Column;
  const has = (column: Column) => Boolean(named[column]?.trim());
  if (name === 'password' && has('password') && grantColumns.some(has))
    return 'The row has a password and an OAuth grant. Leave one of them empty.';
  if (name === 'password' && !has('password')) return `The password is missing. Add it, or ${grantColumns.join(', ')}.`;
  return has(name) ? `The ${name} ${issue?.message}.` : `The ${name} is missing.`;
}

/**
 * Reads a file of seeds: CSV with a header that names the columns, in any order. Columns of other names are left out.
 * @returns the rows, or a sentence that says why the file cannot be read
 */
export function readSeedFile(text: string): SeedRow[] | string {
  const [header, ...lines] = cellsOf(text.replace(/^\uFEFF/, ''));
  if (!header || lines.length === 0)
    return `The file is empty. Its first line names the columns: ${seedColumns.join(',')}`;
  const columns = header.map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return `The first line must name the columns ${needed.join(', ')}. Missing: ${missing.join(', ')}.`;
  const seen = new Map<string, number>();
  return lines.map((cells, index): SeedRow => {
    const row = index + 2;
    const named: Partial<Record<Column, string>> = {};
    for (const [place, name] of columns.entries()) if (isColumn(name)) named[name] = cells[place] ?? '';
    const email = (named.email ?? '').trim().toLowerCase();
    const read = addSeedBody.safeParse(bodyOf(named));
    if (!read.success) {
      return { row, email, seed: null, problem: problemOf(named, read.error.issues[0]) };
    }
    const earlier = seen.get(email);
    if (earlier !== undefined) return { row, email, seed: null, problem: `The same address as row ${earlier}.` };
    seen.set(email, row);
    return { row, email, seed: read.data, problem: null };
  });
}

/** A cell of CSV; a text that a spreadsheet would run as a formula is kept a text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const wordOf = (seed: NewSeed | null, name: Column): string =>
  String((name in (seed ?? {}) ? seed?.[name as keyof NewSeed] : seed?.oauth?.[name as keyof typeof seed.oauth]) ?? '');

/** The rows that were not connected, as a file to correct and import again: with the reason of each, without secrets. */
export function failedSeedsCsv(failed: readonly { email: string; seed: NewSeed | null; problem: string }[]): string {
  const lines = failed.map(({ email, seed, problem }) => [
    ...seedColumns.map((name) => (secrets.has(name) ? '' : name === 'email' ? email : wordOf(seed, name))),
    problem,
  ]);
  return [[...seedColumns, 'problem'], ...lines].map((line) => line.map(cellOf).join(',')).join('\r\n');
}

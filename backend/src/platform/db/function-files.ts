import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Client } from 'pg';

import { findRepositoryRoot } from '../env/repository-root';
import { auditedTriggers, type AuditedTable } from './audited-tables';

/**
 * One `functions/<name>.sql`: a function of the database, or a trigger, whose file is called `<table>.<trigger>.sql`.
 * It replaces what the database has under that name, grants included. The triggers `audited` stand together in
 * `functions/audited-tables.json`.
 */
export interface FunctionFile {
  /** `search_leads`, or `lead.lead_address_changed` for a trigger */
  name: string;
  sql: string;
  /** what the function or trigger carries as its comment once this text of the file is applied */
  mark: string;
}

const MARK = 'backend/prisma/functions/';

export const functionsFolder = (): string => join(findRepositoryRoot(), 'backend', 'prisma', 'functions');

export const isTrigger = (file: Pick<FunctionFile, 'name'>): boolean => file.name.includes('.');

/** The files of a folder in the order in which they can be applied: a function after those that it calls, triggers last. */
export async function readFunctions(folder: string = functionsFolder()): Promise<FunctionFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(
    names.map(async (fileName) => ({
      name: fileName.slice(0, -'.sql'.length),
      sql: await readFile(join(folder, fileName), 'utf8'),
    })),
  );
  const files = [...texts, ...(await readAudited(folder))].map(({ name, sql }) => ({
    name,
    sql,
    mark: `${MARK}${name}.sql sha256:${createHash('sha256').update(sql).digest('hex')}`,
  }));
  return filesNeededBy(files, files);
}

/** A folder of a test need not have the list. Without the product's own, no change would be kept any more, and nobody would notice. */
async function readAudited(folder: string): Promise<{ name: string; sql: string }[]> {
  const text = await readFile(join(folder, 'audited-tables.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && folder !== functionsFolder()) return '{}';
    throw error;
  });
  return auditedTriggers(JSON.parse(text) as Record<string, AuditedTable>);
}

/** The files whose functions a text names, each after those that it needs itself. */
export const functionsNamedIn = (sql: string, files: readonly FunctionFile[]): FunctionFile[] =>
  filesNeededBy(namedIn(sql, files), files);

/** The triggers that a migration names in its line `-- triggers: ...`, behind the functions that they need. */
export function triggersNamedIn(sql: string, files: readonly FunctionFile[]): FunctionFile[] {
  const names = new Set(/^-- triggers: (.+)$/m.exec(sql)?.[1]?.split(/,\s*/));
  return filesNeededBy(
    files.filter((file) => names.has(file.name)),
    files,
  );
}

function namedIn(sql: string, files: readonly FunctionFile[]): FunctionFile[] {
  const words = new Set(sql.replace(/--[^\n]*/g, '').match(/\w+/g));
  return files.filter((file) => !isTrigger(file) && words.has(file.name));
}

function filesNeededBy(wanted: readonly FunctionFile[], all: readonly FunctionFile[]): FunctionFile[] {
  const ordered = new Set<FunctionFile>();
  const visited = new Set<FunctionFile>();
  const visit = (file: FunctionFile) => {
    if (visited.has(file)) return;
    visited.add(file);
    namedIn(file.sql, all).forEach(visit);
    ordered.add(file);
  };
  [...wanted].sort((one, other) => Number(isTrigger(one)) - Number(isTrigger(other))).forEach(visit);
  return [...ordered];
}

/** What the database has of ours: the mark that each function and trigger carries, null for one that no file made. */
export async function readMarks(client: Pick<Client, 'query'>): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; mark: string | null }>(
    `
      select p.proname as name,
        obj_description(p.oid, 'pg_proc') as mark
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select c.relname || '.' || t.tgname,
        obj_description(t.oid, 'pg_trigger')
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace
        and not t.tgisinternal
        and t.tgparentid = 0
    `,
  );
  return new Map(rows.map((row) => [row.name, row.mark]));
}

/** The files among these whose present text is not in the database. */
export const changedFiles = (files: readonly FunctionFile[], marks: ReadonlyMap<string, string | null>) =>
  files.filter((file) => marks.get(file.name) !== file.mark);

/** Functions and triggers that a file made which is not there any more: triggers first. */
export const abandoned = (files: readonly FunctionFile[], marks: ReadonlyMap<string, string | null>): string[] =>
  [...marks]
    .filter(([name, mark]) => mark?.startsWith(MARK) && !files.some((file) => file.name === name))
    .map(([name]) => name)
    .sort((one, other) => Number(other.includes('.')) - Number(one.includes('.')));

/**
 * Applies one file and marks what it made. Bodies are not checked against the tables, which may come later, nor against
 * the job queue, which has migrations of its own.
 * @throws Error when the file makes something else than its name says, or a second function beside one with other arguments
 */
export async function applyFunction(client: Client, file: FunctionFile): Promise<void> {
  await client.query('set local check_function_bodies = off');
  await client.query(file.sql);
  const [table, trigger] = file.name.split('.');
  if (trigger !== undefined) {
    await client.query(`comment on trigger ${quote(trigger)} on public.${quote(table ?? '')} is '${file.mark}'`);
    return;
  }
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [file.name],
  );
  if (rows[0]?.count !== 1) {
    throw new Error(
      rows[0]?.count === 0
        ? 'the file makes no function of its own name'
        : 'the function has other arguments than before: give the new one a new name, and delete the old file when no running version calls it',
    );
  }
  await client.query(`comment on function public.${quote(file.name)} is '${file.mark}'`);
}

/** Removes a function or trigger whose file is gone. */
export async function dropAbandoned(client: Client, name: string): Promise<void> {
  const [table, trigger] = name.split('.');
  await client.query(
    trigger === undefined
      ? `drop function public.${quote(name)}`
      : `drop trigger ${quote(trigger)} on public.${quote(table ?? '')}`,
  );
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

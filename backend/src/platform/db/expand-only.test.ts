import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRepositoryRoot } from '../env/repository-root';

const folder = join(findRepositoryRoot(), 'backend', 'prisma', 'migrations');

/** What takes away, or changes the meaning of, something that the version before may still read or write. */
const breaking = [
  /\bDROP\s+(TABLE|COLUMN|VIEW|TYPE|SCHEMA)\b/i,
  /\bDROP\s+FUNCTION\b/i,
  /\bRENAME\s+(TO|COLUMN|CONSTRAINT)\b/i,
  /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
  /\bALTER\s+COLUMN\s+\S+\s+SET\s+NOT\s+NULL\b/i,
  // A column that must be given and has no default: the version before does not give it.
  /\bADD\s+COLUMN\s[^,;]*\bNOT\s+NULL\b(?![^,;]*\b(DEFAULT|GENERATED)\b)(?<!\b(DEFAULT|GENERATED)\b[^,;]*)/i,
];

/**
 * What breaks the version before must say so in this line, with the version from which nothing uses it any more:
 * `-- contract: nothing uses it since ...`.
 */
const isAnnounced = (sql: string) => /^-- contract: \S/m.test(sql);
const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
const findBreaking = (sql: string) =>
  isAnnounced(sql) ? [] : breaking.flatMap((pattern) => pattern.exec(withoutComments(sql))?.[0] ?? []);

test('every migration only adds, so that the version before it works beside the new one while an upgrade goes on', () => {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      findBreaking(readFileSync(join(folder, name, 'migration.sql'), 'utf8')).map((words) => `${name}: ${words}`),
    );
  expect(found).toEqual([]);
});

/** What belongs into `backend/prisma/functions`, where its present text can be read. */
const bodies =
  /\bcreate\s+(or\s+replace\s+)?(function|procedure|(constraint\s+)?trigger)\b|\bpg_get_(functiondef|triggerdef)\b/i;

test('no migration holds a function or a trigger, or edits one in the database', () => {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => bodies.test(withoutComments(readFileSync(join(folder, name, 'migration.sql'), 'utf8'))))
    .map(({ name }) => `${name}: put it into backend/prisma/functions/<name>.sql`);
  expect(found).toEqual([]);
});

test.each([
  ['create or replace function f() returns int language sql as $$ select 1 $$', true],
  ['create trigger t after insert on lead for each row execute function f()', true],
  [`do $$ begin execute replace(pg_get_functiondef('f'::regproc), 'a', 'b'); end $$`, true],
  ['select protect_tenant_tables()', false],
])('sees a function in a migration: %s', (sql, isFound) => {
  expect(bodies.test(sql)).toBe(isFound);
});

test.each([
  ['alter table lead drop column city', 1],
  ['alter table lead rename column city to town', 1],
  ['alter table lead add column town text not null', 1],
  [`alter table lead add column town text not null default ''`, 0],
  [`alter table lead add column town text default '' not null`, 0],
  ['alter table lead add column town text', 0],
  ['-- DROP TABLE lead\nCREATE TABLE town (id int NOT NULL)', 0],
  ['-- contract: nothing uses it since 1.4\nDROP TABLE town', 0],
])('sees what breaks the version before: %s', (sql, count) => {
  expect(findBreaking(sql)).toHaveLength(count);
});

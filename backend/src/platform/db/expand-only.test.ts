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
  /\bADD\s+COLUMN\s+[^,;]*\bNOT\s+NULL\b(?![^,;]*\b(DEFAULT|GENERATED)\b)(?<!\b(DEFAULT|GENERATED)\b[^,;]*)/i,
];

/** What breaks the version before must say so in this line, with the version from which nothing uses it any more: `-- contract: nothing uses it since ...`. */
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

test.each([
  ['ALTER TABLE lead DROP COLUMN city', 1],
  ['ALTER TABLE lead RENAME COLUMN city TO town', 1],
  ['ALTER TABLE lead ADD COLUMN town text NOT NULL', 1],
  [`ALTER TABLE lead ADD COLUMN town text NOT NULL DEFAULT ''`, 0],
  [`ALTER TABLE lead ADD COLUMN town text DEFAULT '' NOT NULL`, 0],
  ['ALTER TABLE lead ADD COLUMN town text', 0],
  ['-- DROP TABLE lead\nCREATE TABLE town (id int NOT NULL)', 0],
  ['-- contract: nothing uses it since 1.4\nDROP TABLE town', 0],
])('sees what breaks the version before: %s', (sql, count) => {
  expect(findBreaking(sql)).toHaveLength(count);
});

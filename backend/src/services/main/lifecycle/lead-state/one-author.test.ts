import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';

const root = findRepositoryRoot();
/** What of an enrolment is its state or its place. */
const columns = [
  'status',
  'reason',
  'reason_detail',
  'constraint_code',
  'hold_kind',
  'hold_until',
  'is_parked',
  'next_step_id',
  'next_seq_number',
  'next_due_at',
  'next_eligible_at',
  'last_seq_number',
  'last_step_at',
  'steps_sent',
  'open_intent_id',
  'ended_at',
  'is_unsubscribed',
];
const assignment = new RegExp(`(?<![\\w.])(${columns.join('|')})\\s*=(?!=)`, 'g');

/** The assignments of a statement: from `set` to what ends them outside all brackets. */
function setClause(text: string): string {
  let depth = 0;
  for (const word of text.matchAll(/[()`;]|\b(?:from|where|returning)\b/gi)) {
    if (word[0] === '(') depth += 1;
    else if (word[0] === ')') depth -= 1;
    else if (/^from$/i.test(word[0]) && /\bdistinct\s+$/i.test(text.slice(0, word.index))) continue;
    else if (word[0] === '`' || word[0] === ';' || depth === 0) return text.slice(0, word.index);
    if (depth < 0) return text.slice(0, word.index);
  }
  return text;
}

/**
 * The columns of state or place that statements of a source assign. A list of assignments that is made at run time may
 * be any text of its file.
 */
function assigned(source: string): string[] {
  const text = source.replace(/--[^\n]*/g, '');
  const statements = [
    ...text.matchAll(/\bupdate\s+(?:only\s+)?"?enrolment"?(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/gi),
    ...text.matchAll(/\binsert\s+into\s+"?enrolment"?\s[^`;]*?\bdo\s+update\s+set\b/gi),
  ];
  return statements.flatMap((statement) => {
    const clause = setClause(text.slice(statement.index + statement[0].length));
    const searched = /\$\{/.test(clause) ? text : clause;
    return [...searched.matchAll(assignment)].map((found) => found[1] as string);
  });
}

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(?:ts|sql)$/.test(entry.name) && !/\/testing[./]/.test(path)) yield path;
  }
}

/** Files that assign state or place, and what. */
const assigning = () =>
  [join(root, 'backend/src'), join(root, 'backend/prisma/functions')]
    .flatMap((folder) => [...files(folder)])
    .map((path) => ({ path: relative(root, path), columns: assigned(readFileSync(path, 'utf8')) }))
    .filter(({ columns: written }) => written.length > 0);

const author = 'backend/src/services/main/lifecycle/lead-state/enrolment/';
const also = [
  // Writes what the author has decided, for many emails at once.
  'backend/prisma/functions/record_sent_emails.sql',
  // Of the version before.
  'backend/prisma/functions/record_sent_mails.sql',
];

test('the state and the place of a lead are written by one store', () => {
  const found = assigning().filter(({ path }) => !path.endsWith('.test.ts'));
  expect(found.filter(({ path }) => !path.startsWith(author) && !also.includes(path))).toEqual([]);
  expect(found.filter(({ path }) => path.startsWith(author)).length).toBeGreaterThan(3);
});

test('tests say what happened to a lead, and leave its columns to the store', () => {
  const own = 'backend/src/services/main/lifecycle/lead-state/';
  // The first shows what the database refuses, and this one has statements to read.
  const allowed = [`${own}lead-ends.test.ts`, `${own}one-author.test.ts`];
  const found = assigning().filter(({ path }) => path.endsWith('.test.ts'));
  expect(found.filter(({ path }) => !allowed.includes(path))).toEqual([]);
});

test.each<[string, string[]]>([
  [`update enrolment set status = 'STOPPED' where id = $1`, ['status']],
  ['update enrolment e\n set is_read = true, hold_until = null from lead l where l.id = e.lead_id', ['hold_until']],
  ['update enrolment set is_read = (select status = 1 from x), ended_at = now() where id = 1', ['status', 'ended_at']],
  [`update enrolment set is_read = true where status = 'STARTED'`, []],
  ['insert into enrolment (id, status) values (1, 2) on conflict (id) do update set is_parked = true', ['is_parked']],
  ['insert into enrolment (id, status) values (1, 2) on conflict do nothing', []],
  [`update enrolment set \${change} where id = 1; const change = "next_step_id = $2"`, ['next_step_id']],
  [`update campaign set status = 'ACTIVE' where id = 1`, []],
])('reads what %s writes', (statement, written) => {
  expect(assigned(statement)).toEqual(written);
});

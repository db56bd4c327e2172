'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
/** What it answers, without a process of its own for each question. */
const where = async (asked) => (await import('./where/answer.mjs')).answer(asked);
const run = (...asked) =>
  spawnSync(process.execPath, [join(__dirname, 'where.mjs'), ...asked], { encoding: 'utf8', maxBuffer: 64e6 });

/** The files that an answer names, in its order. */
const filesOf = (answer) => answer.split('\n').filter((line) => /^ {2}\S+:\d+$/.test(line));

const isThere = (file, name) =>
  existsSync(join(root, file)) && (!name || new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8')));

it('knows every route, and only what is still there', async () => {
  const recorded = JSON.parse(run('--all').stdout);
  const { loadContracts } = await import('./load-contracts.mjs');
  const { all } = await loadContracts();
  const named = (routes) => routes.map(({ method, path }) => `${method} ${path}`).sort();
  const gone = recorded.filter(
    (route) =>
      ![route.contract, route.routes].every((file) => isThere(file)) ||
      !isThere(route.operation, route.function) ||
      !route.statements.every(({ file, name }) => isThere(file, name)),
  );
  // Otherwise: npm run where -- --record
  expect(named(recorded)).toEqual(named(all.allEndpoints().map(({ endpoint }) => endpoint)));
  expect(named(gone)).toEqual([]);
  // A request opens no WebSocket; of every other route all was seen that runs when it does its work.
  expect(named(recorded.filter((route) => route.refused))).toEqual(['GET /api/data-query/graphql']);
});

it.each([
  ['POST /api/campaigns/12/leads/pause', 'change-leads.ts', '.store.ts'],
  ['PATCH /api/whitelabel', 'whitelabel.ts', 'whitelabel.store.ts (changeWhitelabel)'],
  ['POST /api/v1/campaigns/12/leads', 'v1/leads.ts', '.store.ts'],
  ['DELETE /api/mailboxes/3', 'mailboxes.ts', 'stop-mailbox.store.ts'],
])('%s leads to %s and %s', async (route, operation, store) => {
  const answer = await where(route);
  expect(answer).toContain(operation);
  expect(answer).toContain(store);
});

it.each([
  ['/app/settings/webhook', 'mfe-settings/src/webhooks'],
  ['/app/email-account/12/overview', 'mfe-accounts/src'],
  ['unread_inbox', 'backend/prisma/functions/unread_inbox.sql'],
  ['INBOX_NOT_READ', 'backend/src/engine'],
  ['Review and apply', 'mfe-campaigns/src'],
  ['slow start', 'backend/src/engine/sending/slow-start.ts'],
  ['when somebody of the same company has answered', 'company-hold.store.ts'],
  ['webhook retried', 'webhook-worker.ts'],
  ['rate limits of a key', 'platform/auth/api-key-limit.ts'],
])('knows %s', async (asked, file) => {
  expect(await where(asked)).toContain(file);
});

it.each([
  ['reply stops the sequence', 'outcomes/stop-by-reply.ts'],
  ['linkedin invitation not accepted', 'lead-state/pass-step.ts'],
  ['bounce guard pauses campaign', 'engine/sending/bounce-guard.ts'],
  ['minimum time between emails', 'engine/sending/time-between-emails.ts'],
  ['reset link expires', 'people/emailed-links.store.ts'],
  ['too many requests of an api key', 'auth/api-key-limit.ts'],
  ['inbox placement score', 'smart-delivery/placement-score.ts'],
  ['words common in spam', 'template/src/spam-phrases.ts'],
  ['snooze ends', 'conversations/snooze.store.ts'],
  ['reminder is due', 'reminders/fire-due-reminders.store.ts'],
  ["schedule in the lead's time zone", 'lead-schedule.ts'],
  ['how long does a session last', 'accounts/sessions.store.ts'],
])('leads from "%s" to %s among its first two files', async (asked, file) => {
  expect(
    filesOf(await where(asked))
      .slice(0, 2)
      .join('\n'),
  ).toContain(file);
});

it('finds each rule of the glossary by its own words, and the line that decides it', async () => {
  const { findRules, readRules } = await import('./where/rules.mjs');
  const rules = readRules();
  expect(rules.length).toBeGreaterThan(200);
  expect(rules.filter(({ file, name }) => !isThere(file, name))).toEqual([]);
  const missed = rules.filter(({ rule, file }) => !findRules(rule).some(({ at, line }) => at === file && line > 0));
  expect(missed.map(({ rule }) => rule)).toEqual([]);
});

it('says what stands in each line that it names', async () => {
  expect(await where('divided by reply rate')).toMatch(/measures\.ts:\d+\n {4}By what a rate is divided/);
  expect(await where('earliest instant that keeps the minimum time between two emails')).toMatch(
    /time-between-emails\.ts:\d+\n {4}\S/,
  );
});

it("says it in the file's own words, also where it was found by others", async () => {
  const said = [...(await where('sign in to an account')).matchAll(/^ {2}(\S+):\d+\n {4}(.+)$/gm)];
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const others = said.filter(
    ([, file, text]) => ![glossary, readFileSync(join(root, file), 'utf8')].some((whole) => whole.includes(text)),
  );
  expect(said.length).toBeGreaterThan(3);
  expect(others).toEqual([]);
});

it.each([
  ['GET /api/nowhere', 'There is no GET /api/nowhere'],
  ['xylophone zeppelin', 'Nothing says "xylophone zeppelin".'],
  // Written with a hyphen, or without `/api`, it is still near.
  ['POST /api/auth/sign-up', '  near: POST /api/auth/signup'],
  ['POST /auth/sign-up', '  near: POST /api/auth/signup'],
])('says so when there is nothing: %s', async (asked, said) => {
  await expect(where(asked)).rejects.toThrow(said);
});

it('answers a command, and fails when there is nothing', async () => {
  expect(run('reply', 'rate')).toMatchObject({ status: 0, stdout: `${await where('reply rate')}\n`, stderr: '' });
  expect(run('GET', '/api/nowhere')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no GET \/api\/nowhere\./),
  });
});

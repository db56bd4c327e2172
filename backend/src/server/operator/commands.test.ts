import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authContract } from '@skein/contracts/main/auth.contract';
import { createKeyedHash, loadMasterKey, signingKeys } from '#platform/crypto/master-key';
import { readPlatformEnvironment, type PlatformEnvironment } from '#platform/env/env';
import { createDiskStore } from '#platform/storage/disk-store';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { isOperatorCommand, operatorUsage, runOperatorCommand } from './run-command';

const folder = mkdtempSync(join(tmpdir(), 'skein-commands-'));
let main: MailedMain;
let environment: PlatformEnvironment;

beforeAll(async () => {
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  const masterKey = loadMasterKey({ file: join(folder, 'secrets', 'master.key'), create: true });
  environment = readPlatformEnvironment({
    SKEIN_MODE: 'sandbox',
    SKEIN_DATA: folder,
    PUBLIC_URL: 'https://skein.test',
  });
  main = await createMailedMain({ masterKey, hashSecret: createKeyedHash(masterKey, 'secret') });
});

afterAll(async () => {
  await main.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns what the command printed */
async function run(...words: string[]): Promise<string> {
  const lines: string[] = [];
  await runOperatorCommand(words[0] as string, words.slice(1), {
    environment: { ...environment, databaseUrl: main.test.url },
    say: (text) => lines.push(text),
  });
  return lines.join('\n');
}
const idIn = (text: string) => /Workspace (\d+)/.exec(text)?.[1] as string;

it('makes the first operator of an empty installation with a link that sets the password', async () => {
  const said = await run('create-admin', 'Ops@Skein.test', '--name', 'Ada Ops');
  const uuid = /https:\/\/skein\.test\/reset-password\?uuid=([\w-]+)/.exec(said)?.[1] as string;
  const anyone = main.asClient(authContract);
  await anyone.resetPassword({ body: { uuid, newPassword: 'a long enough password' } });
  const login = await anyone.login({ body: { email: 'ops@skein.test', password: 'a long enough password' } });
  expect(login).toMatchObject({
    user: { is_operator: true, name: 'Ada Ops' },
    plan: { plan_type: 'enterprise', subscription_detail: { is_sub: true, end_date: null } },
  });
  expect(await run('create-admin', 'ops@skein.test')).toContain('has an account and is an operator now');
});

it('makes a workspace, gives it a plan and limits, ends the plan, disables, enables and deletes it', async () => {
  const made = await run('create-workspace', 'Harbor', '--owner', 'ida@harbor.test', '--owner-name', 'Ida');
  expect(made).toMatch(/plan trial, trial, ends \d{4}-\d\d-\d\d\.\nida@harbor\.test gets a link/);
  const id = idIn(made);
  expect(await run('set-plan', id, 'pro', '--until', '2031-05-31')).toContain('plan pro, subscribed, ends 2031-05-31');
  expect(await run('set-plan', id, 'popular')).toContain('plan popular, subscribed.');
  expect(await run('set-limits', id, '--leads', '77', '--emails', 'plan')).toContain('77 leads, 40000 emails a month');
  expect(await run('end-plan', id)).toContain('plan popular, ended');
  expect(await run('disable-workspace', id, '--reason', 'Unpaid')).toContain('Harbor is disabled');
  expect(await run('workspaces', 'harbor')).toMatch(new RegExp(`${id} +Harbor +ida@harbor\\.test +popular +disabled`));
  expect(await run('enable-workspace', id)).toContain('ended');
  expect(await run('workspace', id)).toMatch(/ida@harbor\.test +Ida +OWNER/);
  await expect(run('delete-workspace', id, '--name', 'harbor')).rejects.toThrow('exact name of the workspace: Harbor');
  expect(await run('delete-workspace', id, '--name', 'Harbor')).toContain('in 14 days');
  expect(await run('enable-workspace', id)).toContain('ended');
  await run('delete-workspace', id, '--name', 'Harbor', '--at-once');
  await main.runJobs();
  expect(await run('workspaces', 'harbor')).not.toContain('ida@harbor.test');
  expect(await run('actions', '--workspace', id)).toMatch(
    /command line \([^@\n]*@[^)\n]*\) +workspace-deleted +\d+ Harbor/,
  );
});

it('invites and withdraws, and looks after sessions', async () => {
  const person = await main.signIn();
  expect(await run('invite', 'kim@invited.test')).toContain('sends kim@invited.test a link');
  expect(await run('invitations')).toContain('kim@invited.test');
  expect(await run('withdraw-invitation', 'kim@invited.test')).toContain('no longer invited');
  expect(await run('people', person.email)).toContain(person.email);
  await run('sessions', person.email);
  expect(await run('end-sessions', person.email)).toContain('1 sessions');
  expect(await run('password-link', person.email, '--show')).toMatch(/^https:\/\/skein\.test\/reset-password\?uuid=/);
  await expect(run('reset-second-factor', person.email)).rejects.toThrow('has no second factor');
  await expect(run('sessions', 'nobody@skein.test')).rejects.toThrow('nobody@skein.test does not exist');
  expect(await run('installation')).toContain('Sign-up: open (SIGN_UP). Plans: trial (PLANS).');
});

it.each([
  [['set-plan', '1'], /The plan is missing/],
  [['set-plan', '1', 'gold'], /"gold" is no plan/],
  [['set-plan', '1', 'trial'], /A trial ends/],
  [['set-plan', '1', 'pro', '--until', '2031-02-30'], /must be a day/],
  [['set-plan', '1', 'pro', '--until', '2020-01-01'], /lies in the past/],
  [['set-plan', 'one', 'pro'], /"one" is not the id of a workspace/],
  [['set-limits', '1'], /Name a limit/],
  [['set-limits', '1', '--leads', 'many'], /must be a whole number/],
  [['workspaces', '--state', 'odd'], /must be one of/],
  [['disable-workspace', '1'], /--reason is missing/],
  [['invite', 'nobody'], /is no email address/],
  [['workspaces', '--what'], /Unknown option/],
])('says what is wrong with %p', async (words, message) => {
  await expect(run(...words)).rejects.toThrow(message);
});

it('names every command in the usage', () => {
  expect(isOperatorCommand('set-plan')).toBe(true);
  expect(isOperatorCommand('constructor')).toBe(false);
  expect(operatorUsage).toContain('npm run operator -- create-admin EMAIL');
});

it('adds a person, makes them owner, deactivates, activates and deletes', async () => {
  const id = idIn(await run('create-workspace', 'Delta', '--owner', 'old@delta.test', '--owner-name', 'Old'));
  expect(await run('add-person', id, 'new@delta.test', '--role', 'admin_access')).toContain(
    'sends new@delta.test a link',
  );
  expect(await run('people', 'new@delta.test')).toMatch(/new@delta\.test +new +ADMIN_ACCESS/);
  await expect(run('add-person', id, 'x@delta.test', '--role', 'boss')).rejects.toThrow('The role is one of');
  await main.test.query(`update app_user set is_email_verified = true where email = 'new@delta.test'`);
  expect(await run('set-role', 'new@delta.test', 'owner')).toContain('is OWNER now');
  expect(await run('deactivate', 'old@delta.test')).toContain('deactivated');
  expect(await run('people', 'old@delta.test')).toMatch(/ADMIN_ACCESS/);
  expect(await run('activate', 'old@delta.test')).toContain('is active');
  expect(await run('delete-person', 'old@delta.test')).toContain('is deleted');
  expect(await run('people', 'old@delta.test')).not.toContain('old@delta.test');
});

it('exports a workspace to a file, and makes a workspace of it once the first one is gone', async () => {
  const id = idIn(await run('create-workspace', 'Quay', '--owner', 'ida@quay.test', '--owner-name', 'Ida'));
  expect(await run('export-workspace', id)).toMatch(/Export \d+ is written by the running Skein/);
  expect(await run('export-workspace', id, '--to', join(folder, 'quay.zip'))).toMatch(/is running: 0 of 0 rows/);
  // The running Skein of this test keeps its files elsewhere than the command looks.
  main.deps.files = createDiskStore({
    folder: join(folder, 'files'),
    baseUrl: '/storage',
    keys: signingKeys(main.deps.masterKey, 'storage'),
  });
  await main.runJobs();
  expect(await run('export-workspace', id, '--to', join(folder, 'quay.zip'))).toMatch(
    /quay\.zip: \d+ bytes, SHA-256 [0-9a-f]{64}/,
  );
  await run('delete-workspace', id, '--name', 'Quay', '--at-once');
  await main.runJobs();
  const made = await run(
    'import-workspace',
    join(folder, 'quay.zip'),
    '--owner',
    'ida@quay.test',
    '--owner-name',
    'Ida',
  );
  expect(made).toMatch(/reset-password\?uuid=/);
  await main.runJobs();
  expect(await run('workspace', idIn(made))).toMatch(/\(Quay\)/);
});

it('gives a workspace verification credits, and says what is wrong with the number', async () => {
  const id = idIn(await run('create-workspace', 'Verified', '--owner', 'vera@verified.test', '--owner-name', 'Vera'));
  expect(await run('grant-credits', id, '500')).toBe(
    `Workspace ${id} (Verified) got 500 verification credits and has 500 now.`,
  );
  expect(await run('grant-credits', id, '20')).toContain('has 520 now');
  await expect(run('grant-credits', id, 'many')).rejects.toThrow('credits: must be a whole number from 1');
  await expect(run('grant-credits', '999999', '5')).rejects.toThrow('workspace');
  expect(await run('actions', '--workspace', id)).toContain('credits-granted');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlatformEnvironment, type PlatformEnvironment } from '#platform/env/env';
import { createLossWorld, type LossWorld, type RestoredWorld } from '#sending/delivery/testing/loss-world';
import { runConfirm, runStatus } from './confirm-command';
import { runOperatorCommand } from './run-command';

const minute = 60_000;
const day = 24 * 60 * minute;
let world: LossWorld;
let lines: string[];

beforeEach(async () => {
  world = await createLossWorld();
  lines = [];
  // Every sandbox has a demo workspace, and only its mail servers may be on this machine.
  await world.main.test.query('update workspace set is_demo = true');
  const { currentId, keys } = world.main.deps.masterKey;
  mkdirSync(join(world.folder, 'secrets'), { mode: 0o700 });
  const key = `${currentId}:${keys.get(currentId)?.toString('base64')}`;
  writeFileSync(join(world.folder, 'secrets', 'master.key'), key, { mode: 0o600 });
});
afterEach(() => world.close());

const say = (text: string) => void lines.push(text);
const environmentOf = (restored: RestoredWorld): PlatformEnvironment => ({
  ...readPlatformEnvironment({
    SKEIN_MODE: 'sandbox',
    SKEIN_DATA: world.folder,
    JOURNAL_FOLDER: restored.journalFolder,
  }),
  databaseUrl: restored.test.url,
});
/** The stepped clock of the world is the installation's. */
async function setClock(restored: RestoredWorld): Promise<void> {
  await restored.test.query('delete from instance_clock');
  await restored.test.query(
    `
      insert into instance_clock (id, anchor_campaign, anchor_real, floor_campaign, floor_real, scale)
      values (1, $1, now(), $1, now(), 1)
    `,
    [new Date(world.main.clock.now())],
  );
}

/** @returns what the command printed */
async function run(restored: RestoredWorld, ...words: string[]): Promise<string> {
  lines = [];
  await setClock(restored);
  await runOperatorCommand(words[0] as string, words.slice(1), { environment: environmentOf(restored), say });
  return lines.join('\n');
}
async function confirm(restored: RestoredWorld, ...words: string[]): Promise<string> {
  lines = [];
  await setClock(restored);
  expect(await runConfirm(environmentOf(restored), words, say)).toBe(true);
  return lines.join('\n');
}
const accepted = () => world.mail.record.count().mails;

async function loseAfterTwo(losesJournal: boolean): Promise<RestoredWorld> {
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  const leads = ['a', 'b', 'c'].map((name) => `silent.${name}@prospects.test`);
  await world.campaign({ mailboxIds: [mailboxId], leads });
  await world.backUp();
  for (let turns = 0; turns < 200 && accepted() < 2; turns += 1) await world.runUntil(world.main.clock.now() + minute);
  return world.lose({ losesJournal });
}

it('confirms with the journal: what may have left is unconfirmed, counted as sent, and settled by a person', async () => {
  const restored = await loseAfterTwo(false);
  await runStatus(environmentOf(restored), say);
  expect(lines.join()).toContain('A backup was restored');
  const told = await confirm(restored);
  expect(told).toContain('0 opt-outs and blocks were put back');
  expect(told).toContain('2 more emails were at their servers and are in no Sent folder');
  expect(told).toContain('Confirmed.');
  expect(await confirm(restored)).toBe('Sending is not paused: there is nothing to confirm.');
  const list = await run(restored, 'unconfirmed');
  expect(list).toMatch(/CAMPAIGN {2}rosa@northlight\.test {2}silent\.a@prospects\.test {2}<\S+@northlight\.test>/);
  expect(list).toContain('2 emails are unconfirmed.');
  const file = join(world.folder, 'sent.txt');
  writeFileSync(file, /<[^<>\s@]+@northlight\.test>/.exec(list)?.[0] as string);
  expect(await run(restored, 'settle-unconfirmed', 'sent', '--ids', file)).toBe('1 email is settled as sent.');
  await expect(run(restored, 'settle-unconfirmed', 'unsent')).rejects.toThrow('Say for which');
  expect(await run(restored, 'settle-unconfirmed', 'unsent', '--all')).toBe('1 email is settled as unsent.');
  expect(await run(restored, 'unconfirmed')).toBe('No email is unconfirmed.');
  const log = await run(restored, 'actions');
  expect(log).toMatch(/command line \(.*emails-settled.*unsent[^]*emails-settled.*sent[^]*instance-confirmed/);
  await restored.runUntil(world.main.clock.now() + day);
  // One that left stays one, one is sent again because a person said so, and the third is sent.
  expect(accepted()).toBe(4);
});

it('confirms without the journal: leads are held, counted and released, and the journal begins again', async () => {
  const restored = await loseAfterTwo(true);
  const told = await confirm(restored);
  expect(told).toContain('The journal does not show what happened since the backup.');
  expect(told).toContain('3 leads may have been emailed or may have opted out since, and will wait');
  await restored.runUntil(world.main.clock.now() + day);
  expect(accepted()).toBe(2);
  expect(await run(restored, 'held')).toMatch(/never emailed {2}follow-ups\n.* 3 +0/);
  await expect(run(restored, 'release-held')).rejects.toThrow('Say for which');
  const file = join(world.folder, 'got-it.txt');
  const got = world.mail.record.find().flatMap((mail) => mail.recipients.map((recipient) => recipient.address));
  writeFileSync(file, got.join('\n'));
  expect(await run(restored, 'release-held', '--all', '--except', file)).toBe('1 lead continues.');
  expect(await run(restored, 'actions')).toMatch(/leads-released[^]*instance-confirmed/);
  await restored.runUntil(world.main.clock.now() + 2 * day);
  expect(accepted()).toBe(3);
  expect(world.mail.record.duplicates()).toEqual([]);
  const [place] = await restored.test.query<{ is_split: boolean }>('select is_split from journal_place');
  expect(place).toEqual({ is_split: false });
});

it('holds nobody when the operator says that Skein was stopped before the backup', async () => {
  const restored = await loseAfterTwo(true);
  expect(await confirm(restored, '--complete')).toContain('no lead is held');
  expect(await run(restored, 'held')).toBe('No lead is on hold because of a restore.');
});

it('confirms nothing while a mailbox cannot be read, unless it is told to', async () => {
  const restored = await loseAfterTwo(false);
  await restored.test.query('update mailbox set imap_port = 1');
  expect(await runConfirm(environmentOf(restored), [], say)).toBe(false);
  expect(lines.join('\n')).toMatch(/rosa@northlight\.test could not be read[^]*Nothing was confirmed/);
  expect(await confirm(restored, '--unread')).toContain('Confirmed.');
  expect(await run(restored, 'unconfirmed')).toContain('2 emails are unconfirmed.');
});

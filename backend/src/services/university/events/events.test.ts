import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { universityContract } from '@skein/contracts/university/university.contract';
import { catchMails, type MailCatcher } from '#platform/testing/mail-catcher';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { mailNotices } from '#notices/delivery/notices.jobs';
import type { SignedIn } from '#main/testing';
import { createLibrary } from '../library/library';
import { readCalendar, readInstant, readText } from '../testing/read-calendar';
import { universityJobs } from './events.handlers';
import { remindOfEvents } from './remind.jobs';

let services: TestServices;
let catcher: MailCatcher;
let folder: string;
const problems: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-events-'));
  mkdirSync(join(folder, 'university', 'events'), { recursive: true });
  services = await createTestServices({}, { dataFolder: folder });
  catcher = await catchMails();
  services.main.deps.config.systemMail.smtpUrl = catcher.url;
});

beforeEach(() => {
  services.main.realClock.set(Date.parse('2026-10-26T12:00:00Z'));
  catcher.mails.length = 0;
  problems.length = 0;
});

afterAll(async () => {
  await services.close();
  await catcher.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (slug: string) => join(folder, 'university', 'events', `${slug}.md`);

/** As an operator does: writes a file of the data folder. */
const write = (slug: string, front: Record<string, unknown> = {}, text = 'Text.') =>
  writeFileSync(
    fileOf(slug),
    `---\n${Object.entries({
      title: slug,
      host: 'Ada',
      time_zone: 'America/New_York',
      first: '2026-10-27T11:00',
      minutes: 45,
      ...front,
    })
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join('\n')}\n---\n\n${text}\n`,
  );

/** The headers of a person whose session lasts, with a token of the time that the clock shows. */
async function headersOf(person: SignedIn) {
  await services.main.test.query(`update user_session set expires_at = '2027-01-01' where id = $1`, [person.sessionId]);
  return { headers: { authorization: `Bearer ${await services.main.deps.tokens.sign(person)}` } };
}
const asPerson = async (person: SignedIn) => services.asClient(universityContract, await headersOf(person));

const ofSlug = async (person: SignedIn, slug: string) => {
  const { upcoming, past } = await (await asPerson(person)).events({});
  const isOurs = ({ id }: { id: string }) => id.startsWith(`${slug}.`);
  return { upcoming: upcoming.filter(isOurs), past: past.filter(isOurs) };
};

/** What the clock does each minute: the reminders, then the emails about notices. */
async function atMinute(instant: string): Promise<void> {
  const { main } = services;
  main.realClock.set(Date.parse(instant));
  const own = createLibrary(
    { shipped: join(folder, 'none'), own: join(folder, 'university') },
    (problem) => void problems.push(problem),
  );
  const handlers = universityJobs({ ...main.deps, library: own });
  await main.deps.db.systemSql((sql) => main.deps.jobs.enqueue(sql, remindOfEvents, {}));
  await main.runJobs(handlers);
  await main.deps.db.systemSql((sql) => main.deps.jobs.enqueue(sql, mailNotices, {}));
  await main.runJobs(handlers);
}

const mailsTo = ({ email }: SignedIn) => catcher.mails.filter(({ to }) => to.includes(email));

it('registers a person once, counts the workspace, and cancels', async () => {
  write('clinic', { every_weeks: 1 });
  const ada = await services.main.signIn();
  const bob = await services.main.signIn({ workspaceId: ada.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  const stranger = await services.main.signIn();
  const params = { eventId: 'clinic.2026-11-03' };
  for (const _ of [1, 2])
    expect(await (await asPerson(ada)).register({ params })).toMatchObject({ is_registered: true, registered: 1 });
  expect(await (await asPerson(bob)).register({ params })).toMatchObject({ is_registered: true, registered: 2 });
  expect((await ofSlug(stranger, 'clinic')).upcoming[1]).toMatchObject({ is_registered: false, registered: 0 });
  await (await asPerson(ada)).unregister({ params });
  expect((await ofSlug(ada, 'clinic')).upcoming.slice(0, 3)).toMatchObject([
    { id: 'clinic.2026-10-27', starts_at: '2026-10-27T15:00:00.000Z', is_registered: false, registered: 0 },
    // Clocks go back on November 1 in New York: eleven in the morning is an hour later.
    { id: 'clinic.2026-11-03', starts_at: '2026-11-03T16:00:00.000Z', is_registered: false, registered: 1 },
    { id: 'clinic.2026-11-10', starts_at: '2026-11-10T16:00:00.000Z', is_registered: false, registered: 0 },
  ]);
});

it('gives a calendar file at the instant of the date, on both sides of a change of clocks', async () => {
  const title = 'Räume; Fragen, Antworten \\ mehr: ein sehr langer Titel, der über eine Zeile hinausgeht 🎉';
  write('zones', { title, every_weeks: 1, join_url: 'https://meet.test/a?b=1,2;3' }, 'First line.\nSecond, line.');
  const { headers } = await services.main.signIn();
  const app = services.apps.university;
  const unregistered = await app?.request('/api/university/events/zones.2026-10-27/calendar.ics', { headers });
  expect(await unregistered?.text()).not.toContain('meet.test');
  for (const [day, startsAt] of [
    ['2026-10-27', '2026-10-27T15:00:00.000Z'],
    ['2026-11-03', '2026-11-03T16:00:00.000Z'],
  ]) {
    const registered = await app?.request(`/api/university/events/zones.${day}/registration`, {
      method: 'PUT',
      headers,
    });
    expect(await registered?.json()).toMatchObject({ data: { join_url: 'https://meet.test/a?b=1,2;3' } });
    const answer = await app?.request(`/api/university/events/zones.${day}/calendar.ics`, { headers });
    expect([answer?.status, answer?.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const { VCALENDAR, VEVENT, VALARM } = readCalendar(new Uint8Array((await answer?.arrayBuffer()) ?? []));
    expect(VCALENDAR['VERSION']).toBe('2.0');
    expect(readInstant(VEVENT['DTSTART']).toISOString()).toBe(startsAt);
    expect(readInstant(VEVENT['DTEND']).getTime() - readInstant(VEVENT['DTSTART']).getTime()).toBe(45 * 60_000);
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' }).format(
        readInstant(VEVENT['DTSTART']),
      ),
    ).toBe('11:00');
    expect(readText(VEVENT['SUMMARY'])).toBe(title);
    expect(readText(VEVENT['DESCRIPTION'])).toBe('First line.\nSecond, line.');
    expect([VEVENT['URL'], readText(VEVENT['LOCATION'])]).toEqual(Array(2).fill('https://meet.test/a?b=1,2;3'));
    expect([VEVENT['UID'], VALARM['TRIGGER']]).toEqual([`zones.${day}@skein`, '-PT15M']);
  }
});

it('reminds once, an hour before, by notice and email, and not after the registration is canceled', async () => {
  write('soon', { title: 'Soon', join_url: 'https://meet.test/soon' });
  const [stays, leaves, late] = [
    await services.main.signIn(),
    await services.main.signIn(),
    await services.main.signIn(),
  ] as [SignedIn, SignedIn, SignedIn];
  const params = { eventId: 'soon.2026-10-27' };
  for (const person of [stays, leaves]) await (await asPerson(person)).register({ params });
  await (await asPerson(leaves)).unregister({ params });
  await atMinute('2026-10-27T13:59:00Z');
  expect(catcher.mails).toEqual([]);
  await atMinute('2026-10-27T14:00:00Z');
  services.main.realClock.set(Date.parse('2026-10-27T14:20:00Z'));
  await (await asPerson(late)).register({ params });
  // Whoever cancels and registers again was told.
  await (await asPerson(stays)).unregister({ params });
  await (await asPerson(stays)).register({ params });
  for (const minute of ['14:01', '14:30', '14:59', '15:00', '15:01']) await atMinute(`2026-10-27T${minute}:00Z`);
  expect(mailsTo(stays)).toEqual([expect.objectContaining({ subject: 'Soon starts in 60 minutes' })]);
  expect(mailsTo(stays)[0]?.text).toContain('https://meet.test/soon');
  expect([mailsTo(leaves), mailsTo(late)]).toEqual([[], []]);
  const notices = async (person: SignedIn) =>
    (await services.asClient(noticesContract, await headersOf(person)).listNotices({ query: {} })).rows;
  expect(await notices(stays)).toEqual([
    expect.objectContaining({ kind: 'event-soon', title: 'Soon starts in 60 minutes', href: '/app/events' }),
  ]);
  expect(await notices(leaves)).toEqual([]);
  expect(await notices(late)).toEqual([]);
});

it('reminds at the new time of an event that an operator moved, and not of one that was removed', async () => {
  for (const slug of ['earlier', 'later', 'gone']) write(slug, { first: '2026-10-28T11:00' });
  const person = await services.main.signIn();
  for (const slug of ['earlier', 'later', 'gone'])
    await (await asPerson(person)).register({ params: { eventId: `${slug}.2026-10-28` } });
  write('earlier', { first: '2026-10-28T09:00' });
  write('later', { first: '2026-10-28T16:00' });
  rmSync(fileOf('gone'));
  const subjects = () => mailsTo(person).map(({ subject }) => subject);
  await atMinute('2026-10-28T12:00:00Z');
  const first = ['earlier was moved', 'later was moved', 'earlier starts in 60 minutes'];
  expect(subjects().sort()).toEqual([...first].sort());
  await atMinute('2026-10-28T14:00:00Z');
  expect(subjects()).toHaveLength(3);
  await atMinute('2026-10-28T19:00:00Z');
  expect(subjects().sort()).toEqual([...first, 'later starts in 60 minutes'].sort());
});

it('tells people once when an operator moves a date or calls it off', async () => {
  write('weekly', { title: 'Weekly', every_weeks: 1 });
  const [ada, bob] = [await services.main.signIn(), await services.main.signIn()] as [SignedIn, SignedIn];
  for (const [person, day] of [
    [ada, '2026-11-03'],
    [ada, '2026-11-10'],
    [bob, '2026-11-17'],
  ] as const)
    await (await asPerson(person)).register({ params: { eventId: `weekly.${day}` } });
  await atMinute('2026-10-26T12:01:00Z');
  expect(catcher.mails).toEqual([]);
  const changed = { '2026-11-03': '2026-11-04T15:30', '2026-11-10': 'canceled' };
  write('weekly', { title: 'Weekly', every_weeks: 1, changed });
  for (const minute of ['02', '03']) await atMinute(`2026-10-26T12:${minute}:00Z`);
  expect(mailsTo(ada).map(({ subject }) => subject)).toEqual(['Weekly was moved', 'Weekly was canceled']);
  expect(mailsTo(ada)[0]?.text).toContain('It now starts Wed, Nov 4, 2026, 15:30 EST. You stay registered.');
  expect(mailsTo(bob)).toEqual([]);
  expect((await ofSlug(ada, 'weekly')).upcoming.slice(0, 3)).toMatchObject([
    { id: 'weekly.2026-10-27', is_registered: false },
    { id: 'weekly.2026-11-03', starts_at: '2026-11-04T20:30:00.000Z', is_registered: true },
    { id: 'weekly.2026-11-17', is_registered: false },
  ]);
  await atMinute('2026-11-04T19:30:00Z');
  expect(mailsTo(ada).at(-1)?.subject).toBe('Weekly starts in 60 minutes');
  // Who registers for a moved date knows its time.
  services.main.realClock.set(Date.parse('2026-10-26T12:10:00Z'));
  await (await asPerson(bob)).register({ params: { eventId: 'weekly.2026-11-03' } });
  await atMinute('2026-10-26T12:11:00Z');
  expect(mailsTo(bob)).toEqual([]);
});

it('shows the recording of each date after its end, and no other', async () => {
  const recordings = { '2026-10-27': 'https://video.test/27', '2026-11-03': 'https://video.test/3' };
  write('taped', { every_weeks: 1, first: '2026-10-20T11:00', recordings });
  write('single', { recording_url: 'https://video.test/single' });
  const person = await services.main.signIn();
  const shown = async () => (await ofSlug(person, 'taped')).past.map(({ id, recording_url: url }) => [id, url]);
  expect(await shown()).toEqual([]);
  services.main.realClock.set(Date.parse('2026-10-27T15:44:00Z'));
  expect([await shown(), (await ofSlug(person, 'taped')).upcoming[0]?.recording_url]).toEqual([[], null]);
  services.main.realClock.set(Date.parse('2026-10-27T15:45:00Z'));
  expect(await shown()).toEqual([['taped.2026-10-27', 'https://video.test/27']]);
  expect((await ofSlug(person, 'single')).past).toMatchObject([{ recording_url: 'https://video.test/single' }]);
  services.main.realClock.set(Date.parse('2026-11-03T17:00:00Z'));
  expect(await shown()).toEqual([
    ['taped.2026-11-03', 'https://video.test/3'],
    ['taped.2026-10-27', 'https://video.test/27'],
  ]);
  const over = { params: { eventId: 'taped.2026-11-03' } };
  await expect((await asPerson(person)).register(over)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

it('follows the files of an operator while the server runs', async () => {
  const person = await services.main.signIn();
  expect((await ofSlug(person, 'added')).upcoming).toEqual([]);
  write('added', { title: 'Added' });
  expect((await ofSlug(person, 'added')).upcoming).toMatchObject([{ title: 'Added' }]);
  write('added', { title: 'Changed', first: '2026-10-27T17:30', host: 'Bob' });
  expect((await ofSlug(person, 'added')).upcoming).toMatchObject([
    { title: 'Changed', host: 'Bob', starts_at: '2026-10-27T21:30:00.000Z' },
  ]);
  rmSync(fileOf('added'));
  expect((await ofSlug(person, 'added')).upcoming).toEqual([]);
  const params = { eventId: 'added.2026-10-27' };
  await expect((await asPerson(person)).register({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('names what is wrong in a file of an operator and shows the other events', async () => {
  write('mars', { time_zone: 'Mars/Olympus' });
  write('typed', { recording: 'https://video.test/1' });
  write('fine');
  const person = await services.main.signIn();
  expect((await ofSlug(person, 'fine')).upcoming).toHaveLength(1);
  for (const slug of ['mars', 'typed']) expect((await ofSlug(person, slug)).upcoming).toEqual([]);
  await atMinute('2026-10-26T12:00:00Z');
  expect(problems.join('\n')).toMatch(/mars\.md: [^]*must be a time zone such as Europe\/Berlin/);
  expect(problems.join('\n')).toMatch(/typed\.md: [^]*recording/);
});

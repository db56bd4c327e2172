import { noticesContract } from '@skein/contracts/main/notices.contract';
import { operatorEventsContract, type PlannedEvent } from '@skein/contracts/university/operator-events.contract';
import { universityContract } from '@skein/contracts/university/university.contract';
import { catchMails, type MailCatcher } from '#platform/testing/mail-catcher';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { mailNotices } from '#notices/delivery/notices.jobs';
import type { SignedIn } from '#main/testing';
import { createLibrary } from '../library/library';
import { universityJobs } from './events.handlers';
import { freeName } from './operator-events';
import { remindOfEvents } from './remind.jobs';

let services: TestServices;
let catcher: MailCatcher;
const plan = (more: Partial<PlannedEvent> = {}): PlannedEvent => ({
  title: 'Office hours',
  host: 'Ada',
  summary: 'Bring one campaign and one question.',
  time_zone: 'America/New_York',
  first: '2026-10-28T11:00',
  every_weeks: null,
  minutes: 45,
  join_url: 'https://meet.test/office',
  ...more,
});

beforeAll(async () => {
  services = await createTestServices();
  catcher = await catchMails();
  services.main.deps.config.systemMail.smtpUrl = catcher.url;
});
beforeEach(async () => {
  services.main.realClock.set(Date.parse('2026-10-26T12:00:00Z'));
  catcher.mails.length = 0;
  await services.main.test.query('delete from university_event');
  await services.main.test.query('delete from event_registration');
});
afterAll(async () => {
  await services.close();
  await catcher.close();
});

/** The headers of a person whose session lasts, with a token of the time that the clock shows. */
async function headersOf(person: SignedIn) {
  await services.main.test.query(`update user_session set expires_at = '2027-12-01' where id = $1`, [person.sessionId]);
  return { headers: { authorization: `Bearer ${await services.main.deps.tokens.sign(person)}` } };
}
const asPerson = async (person: SignedIn) => services.asClient(universityContract, await headersOf(person));
const asOperator = async (person: SignedIn) => services.asClient(operatorEventsContract, await headersOf(person));
const operator = () => services.main.signIn({ isOperator: true });
const subjectsTo = ({ email }: SignedIn) =>
  catcher.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

/** What the clock does each minute: the reminders, then the emails about notices. */
async function atMinute(instant: string): Promise<void> {
  const { main } = services;
  main.realClock.set(Date.parse(instant));
  const handlers = universityJobs({
    ...main.deps,
    library: createLibrary({ shipped: '/none', own: '/none' }, () => {}),
  });
  await main.deps.db.systemSql((sql) => main.deps.jobs.enqueue(sql, remindOfEvents, {}));
  await main.runJobs(handlers);
  await main.deps.db.systemSql((sql) => main.deps.jobs.enqueue(sql, mailNotices, {}));
  await main.runJobs(handlers);
}

it('is for operators only', async () => {
  const owner = await services.main.signIn();
  await expect((await asOperator(owner)).listOperatedEvents({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect((await asOperator(owner)).addEvent({ body: plan() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('adds an event that every workspace sees, registers for, puts into a calendar, and is reminded of', async () => {
  const [ops, ada, bob] = [await operator(), await services.main.signIn(), await services.main.signIn()];
  const added = await (await asOperator(ops)).addEvent({ body: plan() });
  expect(added).toMatchObject({ slug: 'office-hours', next_at: '2026-10-28T15:00:00.000Z', registered: 0, past: [] });
  const params = { eventId: 'office-hours.2026-10-28' };
  for (const person of [ada, bob]) {
    expect((await (await asPerson(person)).events({})).upcoming).toMatchObject([
      { id: params.eventId, title: 'Office hours', time_zone: 'America/New_York', join_url: null },
    ]);
    expect(await (await asPerson(person)).register({ params })).toMatchObject({ join_url: plan().join_url });
  }
  expect((await (await asOperator(ops)).listOperatedEvents({})).events).toMatchObject([{ registered: 2 }]);
  const file = await services.apps.university?.request(
    `/api/university/events/${params.eventId}/calendar.ics`,
    await headersOf(ada),
  );
  expect(await file?.text()).toContain('DTSTART:20261028T150000Z\r\nDTEND:20261028T154500Z');
  await atMinute('2026-10-28T14:00:00Z');
  for (const person of [ada, bob]) expect(subjectsTo(person)).toEqual(['Office hours starts in 60 minutes']);
  const notices = services.asClient(noticesContract, await headersOf(ada));
  expect((await notices.listNotices({ query: {} })).rows).toMatchObject([{ kind: 'event-soon', href: '/app/events' }]);
});

it('keeps the recording of a date once it is over, and takes it away again', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan({ every_weeks: 1 }) });
  const keep = async (day: string, url: string | null) =>
    (await asOperator(ops)).keepRecording({ params: { eventSlug: 'office-hours' }, body: { day, url } });
  const refused = { code: 'VALIDATION', details: [{ field: 'day' }] };
  await expect(keep('2026-10-28', 'https://video.test/1')).rejects.toMatchObject(refused);
  services.main.realClock.set(Date.parse('2026-10-28T15:45:00Z'));
  await expect(keep('2026-10-27', 'https://video.test/1')).rejects.toMatchObject(refused);
  expect((await keep('2026-10-28', 'https://video.test/1')).past).toEqual([
    { day: '2026-10-28', starts_at: '2026-10-28T15:00:00.000Z', recording_url: 'https://video.test/1' },
  ]);
  expect((await (await asPerson(ada)).events({})).past).toMatchObject([{ recording_url: 'https://video.test/1' }]);
  await keep('2026-10-28', null);
  expect((await (await asPerson(ada)).events({})).past).toEqual([]);
});

it('keeps showing recordings when a series moves to another day, the old ones among them', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan({ first: '2026-01-07T11:00', every_weeks: 1 }) });
  const params = { eventSlug: 'office-hours' };
  for (const day of ['2026-01-07', '2026-10-21'])
    await (await asOperator(ops)).keepRecording({ params, body: { day, url: `https://video.test/${day}` } });
  const body = plan({ first: '2026-01-08T11:00', every_weeks: 1 });
  const changed = await (await asOperator(ops)).changeEvent({ params, body });
  expect(changed.recordings).toBe(2);
  expect(changed.past).toHaveLength(13);
  expect(changed.past.filter(({ recording_url: url }) => url).map(({ day }) => day)).toEqual([
    '2026-10-21',
    '2026-01-07',
  ]);
  expect((await (await asPerson(ada)).events({})).past).toMatchObject([
    { id: 'office-hours.2026-10-21', recording_url: 'https://video.test/2026-10-21' },
    { id: 'office-hours.2026-01-07', recording_url: 'https://video.test/2026-01-07' },
  ]);
  const left = await (await asOperator(ops)).keepRecording({ params, body: { day: '2026-01-07', url: null } });
  expect(left.recordings).toBe(1);
});

it('moves a single event with its registrations, and tells people', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan() });
  await (await asPerson(ada)).register({ params: { eventId: 'office-hours.2026-10-28' } });
  const params = { eventSlug: 'office-hours' };
  const changed = await (await asOperator(ops)).changeEvent({ params, body: plan({ first: '2026-10-30T09:30' }) });
  expect(changed).toMatchObject({ first: '2026-10-30T09:30', next_at: '2026-10-30T13:30:00.000Z', registered: 1 });
  for (const minute of ['01', '02']) await atMinute(`2026-10-26T12:${minute}:00Z`);
  expect(subjectsTo(ada)).toEqual(['Office hours was moved']);
  expect((await (await asPerson(ada)).events({})).upcoming).toMatchObject([
    { id: 'office-hours.2026-10-28', starts_at: '2026-10-30T13:30:00.000Z', is_registered: true },
  ]);
});

it('knows when an event far ahead takes place, and lets people cancel who registered before it moved', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan() });
  const registered = { params: { eventId: 'office-hours.2026-10-28' } };
  await (await asPerson(ada)).register(registered);
  const params = { eventSlug: 'office-hours' };
  const moved = await (await asOperator(ops)).changeEvent({ params, body: plan({ first: '2028-01-10T11:00' }) });
  expect(moved).toMatchObject({ next_at: '2028-01-10T16:00:00.000Z', registered: 1 });
  await atMinute('2026-10-26T12:01:00Z');
  expect(subjectsTo(ada)).toEqual(['Office hours was moved']);
  const upcoming = async () => (await (await asPerson(ada)).events({})).upcoming;
  expect(await upcoming()).toMatchObject([{ starts_at: '2028-01-10T16:00:00.000Z', is_registered: true }]);
  await (await asPerson(ada)).unregister(registered);
  expect(await upcoming()).toEqual([]);
  expect((await (await asOperator(ops)).listOperatedEvents({})).events).toMatchObject([{ registered: 0 }]);
});

it('reminds again of an event that was postponed after its reminder', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan() });
  await (await asPerson(ada)).register({ params: { eventId: 'office-hours.2026-10-28' } });
  for (const minute of ['14:00', '14:01']) await atMinute(`2026-10-28T${minute}:00Z`);
  const postponed = plan({ first: '2026-10-29T11:00' });
  await (await asOperator(ops)).changeEvent({ params: { eventSlug: 'office-hours' }, body: postponed });
  for (const instant of ['28T14:02', '29T13:59', '29T14:00', '29T14:01']) await atMinute(`2026-10-${instant}:00Z`);
  const reminder = 'Office hours starts in 60 minutes';
  expect(subjectsTo(ada)).toEqual([reminder, 'Office hours was moved', reminder]);
});

it('gives two events that are added at once a name each', async () => {
  const ops = await asOperator(await operator());
  const added = await Promise.all(['Ada', 'Bob', 'Eve'].map((host) => ops.addEvent({ body: plan({ host }) })));
  expect(added.map(({ slug }) => slug).sort()).toEqual(['office-hours', 'office-hours-2', 'office-hours-3']);
  const { events } = await ops.listOperatedEvents({});
  expect(events.map(({ host }) => host).sort()).toEqual(['Ada', 'Bob', 'Eve']);
});

it('tells people of dates that a repeated event no longer has, and of one that is deleted', async () => {
  const [ops, ada] = [await operator(), await services.main.signIn()];
  await (await asOperator(ops)).addEvent({ body: plan({ every_weeks: 1 }) });
  for (const day of ['2026-11-04', '2026-11-11'])
    await (await asPerson(ada)).register({ params: { eventId: `office-hours.${day}` } });
  const params = { eventSlug: 'office-hours' };
  await (await asOperator(ops)).changeEvent({ params, body: plan({ every_weeks: 2 }) });
  await atMinute('2026-10-26T12:01:00Z');
  expect(subjectsTo(ada)).toEqual(['Office hours was canceled']);
  await (await asOperator(ops)).deleteEvent({ params });
  await atMinute('2026-10-26T12:02:00Z');
  expect(subjectsTo(ada)).toEqual(['Office hours was canceled', 'Office hours was canceled']);
  expect((await (await asPerson(ada)).events({})).upcoming).toEqual([]);
  await expect((await asOperator(ops)).deleteEvent({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const log = await services.main.test.query<{ action: string }>(
    'select action from operator_action where actor = $1 order by id',
    [ops.email],
  );
  expect(log.map(({ action }) => action)).toEqual(['event-added', 'event-changed', 'event-deleted']);
});

it('refuses a time that the zone skips, and an address that no browser should open', async () => {
  const ops = await operator();
  const add = async (more: Partial<PlannedEvent>) => (await asOperator(ops)).addEvent({ body: plan(more) });
  await expect(add({ first: '2027-03-14T02:30' })).rejects.toMatchObject({ details: [{ field: 'first' }] });
  await expect(add({ first: '2027-02-30T10:00' })).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(add({ join_url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(add({ time_zone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'VALIDATION' });
});

it('names an event after its title, and apart from those there are', () => {
  expect(freeName('Getting off a block list!', new Set())).toBe('getting-off-a-block-list');
  expect(freeName('Office hours', new Set(['office-hours', 'office-hours-2']))).toBe('office-hours-3');
  expect(freeName('相談会', new Set())).toBe('event');
});

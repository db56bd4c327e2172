import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { authContract } from '@skein/contracts/main/auth.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import { UncertainMailError, type ReportEmail, type ReportPorts } from '#platform/mail/report-mail';
import { inlineWork } from '#platform/workers/heavy-work';
import type { AnalyticsDeps } from '../../deps';
import type { SignedIn } from '#main/testing';
import { makeHistory, type History } from '../../testing/random-history';
import { deliverReport } from './deliver-report';
import { planReports } from './plan-reports';
import { readReportContent } from './report-content';

let services: TestServices;
let me: SignedIn;
let history: History;
/** What the mail server took. */
const taken: { to: string; email: ReportEmail }[] = [];
let answer: () => Promise<void> = async () => undefined;
let deps: AnalyticsDeps;
const monday = Date.parse('2026-10-26T07:00:00Z');

const look = { accent: '#aa3311', accentDark: null, font: 'standard', radius: 'standard' } as const;
const ports: ReportPorts = {
  sign: (text) => Buffer.from(text.padEnd(32, '.')).toString('base64url').slice(0, 43),
  brandOf: async () => ({ name: 'Northbeam', look, readLogo: async () => null, baseUrl: 'https://app.northbeam.test' }),
  lookOf: async () => look,
  send: async (_, to, email) => {
    await answer();
    taken.push({ to, email });
  },
};

beforeAll(async () => {
  services = await createTestServices({}, { reports: ports });
  me = await services.main.signIn();
  history = await makeHistory(services.main, me.workspaceId, 1, {
    leads: 60,
    start: Date.parse('2026-10-15T00:00:00Z'),
    days: 12,
  });
  const { main } = services;
  deps = { ...main.deps, reports: ports, heavyWork: inlineWork } as unknown as AnalyticsDeps;
});
afterAll(() => services.close());
beforeEach(() => {
  taken.length = 0;
  answer = async () => undefined;
});

const reports = (person: Pick<SignedIn, 'headers'> = me) => services.asClient(reportsContract, person);
const weekly = (recipients: string[]) => ({
  weekday: 1,
  hour: 8,
  time_zone: 'Europe/Berlin',
  is_active: true,
  recipients,
});
/** Drawing takes its time; what is drawn matters in the first test alone. */
const undrawn = { run: async () => new Uint8Array([1]) } as unknown as AnalyticsDeps['heavyWork'];

async function scheduled(name: string, recipients: string[], at = monday - 3_600_000) {
  services.main.clock.set(at);
  const { id } = await reports().createReport({
    body: { name, page: 'global-analytics', address: '', is_shared: true },
  });
  await reports().scheduleReport({ params: { reportId: id }, body: weekly(recipients) });
  return id;
}
const waiting = async (reportId: number) =>
  services.main.test.query<{ id: number }>(
    `select id from report_delivery where workspace_id = $1 and report_id = $2 order by id`,
    [me.workspaceId, reportId],
  );
const deliverAll = async (reportId: number, isLast = false, heavyWork = undrawn) => {
  for (const { id } of await waiting(reportId))
    await deliverReport({ ...deps, heavyWork }, { workspaceId: me.workspaceId, deliveryId: id }, isLast).catch(
      () => undefined,
    );
};
const emailsOf = async (reportId: number) =>
  (await reports().readReport({ params: { reportId } })).deliveries.map(({ email, state, from_day }) => [
    email,
    state,
    from_day,
  ]);
const end = (reportId: number) => reports().deleteReport({ params: { reportId } });

it('mails the week before to each recipient once, whatever is planned and delivered again', async () => {
  const id = await scheduled('Weekly', ['ann@reader.test', 'bo@reader.test']);
  await planReports(deps);
  expect(await waiting(id)).toEqual([]);
  services.main.clock.set(monday + 60_000);
  await Promise.all([planReports(deps), planReports(deps)]);
  await planReports(deps);
  await deliverAll(id, false, inlineWork);
  await deliverAll(id);
  expect(taken.map((mail) => mail.to).sort()).toEqual(['ann@reader.test', 'bo@reader.test']);
  expect(await emailsOf(id)).toEqual([
    ['ann@reader.test', 'SENT', '2026-10-19'],
    ['bo@reader.test', 'SENT', '2026-10-19'],
  ]);
  expect(taken[0]?.email.pdf).toMatchObject({ name: 'weekly-2026-10-25.pdf' });
  expect(
    Buffer.from(taken[0]?.email.pdf.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  // Two weeks that passed while nothing ran: the newest is sent, and no other.
  services.main.clock.set(monday + 15 * 86_400_000);
  await planReports(deps);
  await deliverAll(id);
  expect((await emailsOf(id)).map(([, , from]) => from)).toEqual([
    '2026-11-03',
    '2026-11-03',
    '2026-10-19',
    '2026-10-19',
  ]);
  await end(id);
});

/** The end of the process that the test wants; any other error is one. */
const onlyKilled = (error: Error): void => {
  if (error.message !== 'killed') throw error;
};

it('never sends twice when it is killed at any point of the way', async () => {
  for (let point = 1; point < 12; point += 1) {
    const id = await scheduled(`Killed ${point}`, ['ann@reader.test']);
    services.main.clock.set(monday + 60_000);
    await planReports(deps);
    taken.length = 0;
    let count = 0;
    // Once dead, nothing of that process is written any more.
    const dying =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        count += 1;
        if (count >= point) throw new Error('killed');
        return work(...given);
      };
    const [delivery] = await waiting(id);
    const payload = { workspaceId: me.workspaceId, deliveryId: delivery?.id as number };
    await deliverReport(
      {
        ...deps,
        heavyWork: undrawn,
        db: { ...deps.db, tenantSql: dying(deps.db.tenantSql) as typeof deps.db.tenantSql },
        reports: { ...ports, send: dying(ports.send) },
      },
      payload,
      false,
    ).catch(onlyKilled);
    const before = taken.length;
    for (let again = 0; again < 3; again += 1) await deliverReport({ ...deps, heavyWork: undrawn }, payload, false);
    const [[, state] = []] = await emailsOf(id);
    expect([point, taken.length]).toEqual([point, state === 'UNCERTAIN' ? before : 1]);
    await end(id);
    if (count < point) return;
  }
  throw new Error('The points of the way have become more: count further.');
});

it('tries again when the server refused, says why it failed, and leaves what is uncertain to a person', async () => {
  const id = await scheduled('Refused', ['ann@reader.test']);
  services.main.clock.set(monday + 60_000);
  await planReports(deps);
  answer = () => Promise.reject(new Error('550 No such user'));
  await deliverAll(id);
  expect((await reports().readReport({ params: { reportId: id } })).deliveries).toMatchObject([
    { state: 'WAITING', problem: '550 No such user' },
  ]);
  await deliverAll(id, true);
  const [failed] = (await reports().readReport({ params: { reportId: id } })).deliveries;
  expect(failed?.state).toBe('FAILED');
  const retry = () =>
    reports().retryDelivery({ params: { reportId: id, reportDeliveryId: failed?.id as number }, body: {} });
  await retry();
  answer = () => Promise.reject(new UncertainMailError('connection closed'));
  await deliverAll(id);
  await deliverAll(id);
  expect(await emailsOf(id)).toMatchObject([['ann@reader.test', 'UNCERTAIN', '2026-10-19']]);
  await retry();
  await expect(retry()).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  answer = async () => undefined;
  await deliverAll(id);
  expect(taken).toHaveLength(1);
  await end(id);
});

it('comes no more to whoever stopped it, even when they are named again', async () => {
  const id = await scheduled('Stopped', ['ann@reader.test']);
  services.main.clock.set(monday + 60_000);
  await planReports(deps);
  await deliverAll(id);
  const path = new URL(taken[0]?.email.stopUrl as string).pathname;
  const app = services.apps.analytics;
  expect(await (await app?.request(path))?.text()).toContain('Stop this report?');
  expect((await reports().readReport({ params: { reportId: id } })).recipients).toBe(1);
  expect((await app?.request(`${path.slice(0, -1)}_`, { method: 'POST' }))?.status).toBe(404);
  const answered = await app?.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(await answered?.text()).toContain('ann@reader.test no longer gets');
  await reports().scheduleReport({ params: { reportId: id }, body: weekly(['ann@reader.test']) });
  services.main.clock.set(monday + 8 * 86_400_000);
  await planReports(deps);
  expect(await waiting(id)).toHaveLength(1);
  await end(id);
});

it('is seen by its maker, by all once shared, and by the client that it is for', async () => {
  const colleague = await services.main.signIn({ workspaceId: me.workspaceId, role: 'VIEW_ONLY_ACCESS' });
  const { id: clientId } = await services.asClient(clientsContract, me).createClient({
    body: {
      name: 'Bright',
      email: 'login@bright.test',
      password: 'a long enough password',
      permission: ['full_access'],
      campaign_ids: [history.campaigns[0]?.id as number],
    },
  });
  await services.main.test.query('update app_user set is_email_verified = true where email = $1', [
    'login@bright.test',
  ]);
  const { token } = await services
    .asClient(authContract)
    .clientLogin({ body: { email: 'login@bright.test', password: 'a long enough password' } });
  const client = { headers: { authorization: `Bearer ${token}` } } as SignedIn;
  const names = async (person: Pick<SignedIn, 'headers'>) =>
    (await reports(person).listReports({})).reports.map((report) => report.name);
  const mine = await reports().createReport({ body: { name: 'Mine', page: 'team-board', address: 'campaign=1' } });
  await reports().createReport({ body: { name: 'Ours', page: 'team-board', address: '', is_shared: true } });
  await reports().createReport({
    body: { name: 'For Bright', page: 'global-analytics', address: '', is_shared: true, client_id: clientId },
  });
  expect(await names(me)).toEqual(['For Bright', 'Mine', 'Ours']);
  expect(await names(colleague)).toEqual(['For Bright', 'Ours']);
  expect(await names(client)).toEqual(['For Bright']);
  const forbidden = [
    () => reports(colleague).createReport({ body: { name: 'No', page: 'team-board', address: '', is_shared: true } }),
    () => reports(colleague).changeReport({ params: { reportId: mine.id + 1 }, body: { name: 'No' } }),
    () => reports(client).scheduleReport({ params: { reportId: mine.id + 2 }, body: weekly(['x@y.test']) }),
  ];
  for (const call of forbidden) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(reports(colleague).readReport({ params: { reportId: mine.id } })).rejects.toMatchObject({ status: 404 });
  await expect(reports(client).readReport({ params: { reportId: mine.id + 1 } })).rejects.toMatchObject({
    status: 404,
  });
  const [shown] = (await reports(client).listReports({})).reports;
  expect(shown).toMatchObject({ made_by: null, is_own: false, recipients: 0 });
  const [own, foreign] = history.campaigns.map((campaign) => campaign.id);
  const named = async (campaignId: number | undefined) =>
    (
      await reports(client).createReport({
        body: { name: 'Own', page: 'global-analytics', address: `client=1&campaign=${campaignId}` },
      })
    ).narrowed_to;
  expect(await named(own)).toEqual([{ filter: 'campaign', name: expect.any(String) }]);
  expect(await named(foreign)).toEqual([{ filter: 'campaign', name: null }]);
});

it('tells what it is narrowed to by name, on the page and in the PDF', async () => {
  const campaignId = history.campaigns[0]?.id as number;
  const [campaign] = await services.main.test.query<{ name: string }>(
    'select name from campaign where workspace_id = $1 and id = $2',
    [me.workspaceId, campaignId],
  );
  const report = { name: 'Narrowed', page: 'global-analytics' as const };
  const narrowed = async (address: string) => {
    const { id, narrowed_to: told } = await reports().createReport({ body: { ...report, address } });
    const [listed] = (await reports().listReports({})).reports.filter((one) => one.id === id);
    expect(listed?.narrowed_to).toEqual(told);
    await end(id);
    return told;
  };
  expect(await narrowed('')).toEqual([]);
  expect(await narrowed('campaign=-1&mailbox=x&from=2026-10-01')).toEqual([]);
  const address = `campaign=${campaignId}&mailbox=999999999`;
  expect(await narrowed(address)).toEqual([
    { filter: 'campaign', name: campaign?.name },
    { filter: 'mailbox', name: null },
  ]);
  const who = { workspaceId: me.workspaceId, userId: me.userId, role: 'OWNER', client: null } as const;
  const { lines } = await readReportContent(deps.db, who, {
    report: { ...report, address, client_id: null },
    range: { from: '2026-10-19', to: '2026-10-25', time_zone: 'Etc/GMT' },
    brand: { name: 'Northbeam', look, logo: null },
  });
  expect(lines.slice(1)).toEqual([`Campaign: ${campaign?.name}`, 'Mailbox: not available']);
});

import { accountImportsContract } from '@skein/contracts/main/account-imports.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { performRun } from '#platform/bulk-runs/perform-run';
import { createSandboxIntegrations, type SandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import { sandboxImportKeys } from '#sandbox/integrations/recorded-world';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { accountImportRun } from './account-import.run';

const hour = 3_600_000;
let world: SendingWorld;
let sandbox: SandboxIntegrations;

beforeAll(async () => {
  world = await createSendingWorld();
  sandbox = newSandbox();
  world.main.deps.integrations = sandbox.access;
  await world.connect('rosa@northlight.test', { message_per_day: 100, min_time_to_wait_minutes: 0 });
});
afterAll(() => world.close());

const newSandbox = () =>
  createSandboxIntegrations({
    pagesUrl: 'http://localhost:3000/sandbox/integrations',
    publicUrl: 'http://localhost:3000',
    now: () => world.main.clock.now(),
    secret: 'test-secret',
    deliver: async () => {},
  });
const api = (person = world.me) => world.main.asClient(accountImportsContract, person);
const rows = <Row>(sql: string, values: unknown[]) =>
  world.main.test.query<Row & object>(sql, values) as Promise<Row[]>;
async function start(source: 'SMARTLEAD' | 'INSTANTLY', names: string[], more: { pause_source?: boolean } = {}) {
  const key = sandboxImportKeys[source];
  const { campaigns } = await api().previewAccountImport({ body: { source, key } });
  const campaign_ids = campaigns.filter((one) => names.some((name) => one.name.startsWith(name))).map(({ id }) => id);
  return api().startAccountImport({ body: { source, key, campaign_ids, ...more } });
}
const read = (id: number, person = world.me) => api(person).getAccountImport({ params: { accountImportId: id } });
const leadsOf = (campaignId: number) =>
  rows<{ status: string; reason: string | null; last_seq_number: number; count: number }>(
    `
      select status, reason, last_seq_number, count(*)::int as count
      from enrolment where campaign_id = $1 group by 1, 2, 3 order by 1, 2, 3
    `,
    [campaignId],
  );

test('a key that is refused says so, another workspace sees nothing, and one import runs at a time', async () => {
  await expect(
    api().previewAccountImport({ body: { source: 'SMARTLEAD', key: 'not-the-right-key' } }),
  ).rejects.toMatchObject({ code: 'UPSTREAM', message: expect.stringContaining('accept this API key') });
  const { id } = await start('SMARTLEAD', ['Port agents']);
  await expect(start('SMARTLEAD', ['Port agents'])).rejects.toMatchObject({ code: 'CONFLICT' });
  const stranger = await world.main.signIn();
  await expect(read(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await api().cancelAccountImport({ params: { accountImportId: id }, body: {} })).state).toBe('CANCELLED');
  await world.main.runJobs();
  expect((await read(id)).campaigns).toMatchObject([{ state: 'PENDING', campaign_id: null }]);
  const [kept] = await rows<{ key_sealed: unknown }>('select key_sealed from account_import where id = $1', [id]);
  expect(kept?.key_sealed).toBeNull();
});

test('leads come in where they stood, and the campaign goes on without sending anything again', async () => {
  const { id } = await start('SMARTLEAD', ['Cold storage']);
  await world.main.runJobs();
  const done = await read(id);
  expect(done).toMatchObject({ state: 'DONE', error: null, blocked: 3, is_sandbox: true });
  const [campaign] = done.campaigns;
  expect(campaign).toMatchObject({
    state: 'DONE',
    source_status: 'PAUSED',
    steps: 3,
    counts: { imported: 2, waiting: 4, finished: 8, held: 2, left_out: 0 },
    missing_mailboxes: ['dan@northlight.test'],
    problem: null,
  });
  const campaignId = campaign?.campaign_id as number;
  expect(await leadsOf(campaignId)).toEqual([
    { status: 'BLOCKED', reason: 'BOUNCED', last_seq_number: 1, count: 2 },
    { status: 'COMPLETED', reason: null, last_seq_number: 3, count: 2 },
    { status: 'PAUSED', reason: 'MANUAL', last_seq_number: 1, count: 2 },
    { status: 'STARTED', reason: null, last_seq_number: 0, count: 2 },
    { status: 'STARTED', reason: null, last_seq_number: 1, count: 2 },
    { status: 'STARTED', reason: null, last_seq_number: 2, count: 2 },
    { status: 'STOPPED', reason: 'REPLIED', last_seq_number: 1, count: 2 },
    { status: 'STOPPED', reason: 'UNSUBSCRIBED', last_seq_number: 1, count: 2 },
  ]);
  const view = await world.main.asClient(campaignsContract, world.me).getCampaign({ params: { campaignId } });
  expect(view).toMatchObject({ status: 'DRAFTED', settings: { follow_up_percentage: 60 } });
  await world.main.test.query(
    `
      update campaign set status = 'ACTIVE', next_trigger_at = $2, sending_days = '{1,2,3,4,5,6,7}',
        window_start = '00:00', window_end = '23:59'
      where id = $1
    `,
    [campaignId, new Date(world.main.clock.now())],
  );
  await world.runUntil(world.main.clock.now() + 3 * hour);
  const sent = await rows<{ email: string; seq_number: number; subject: string; passed: number }>(
    `
      select l.email, i.seq_number, m.subject, s.passed
      from intent i
      join enrolment e on e.id = i.enrolment_id
      join lead l on l.id = e.lead_id
      join message m on m.enrolment_id = e.id and m.direction = 'out'
      cross join lateral (select e.last_seq_number - i.seq_number as passed) s
      where i.campaign_id = $1 and i.state = 'SENT'
      order by l.email
    `,
    [campaignId],
  );
  // Two that were new, two behind step 1 and two behind step 2; each gets the step it had not.
  expect(sent.map((row) => row.seq_number).sort()).toEqual([1, 1, 2, 2, 3, 3]);
  for (const row of sent) if (row.seq_number > 1) expect(row.subject).toMatch(/Your cold chain, \w+$/);
});

test('a crash and an outage in the middle lose nobody and bring nobody twice; a second import goes on with the same campaign', async () => {
  const { id } = await start('SMARTLEAD', ['Freight']);
  const [row] = await rows<{ run_id: number }>('select run_id from account_import where id = $1', [id]);
  const run = { workspaceId: world.me.workspaceId, runId: row?.run_id as number };
  const work = (signal = new AbortController().signal) =>
    performRun(world.main.deps, [accountImportRun], run, { signal });
  sandbox.accounts.fail(1);
  await expect(work()).rejects.toMatchObject({ kind: 'LATER' });
  expect(await read(id)).toMatchObject({ state: 'RUNNING', error: 'Smartlead answered 503.' });
  // Every page is stopped behind its writes once, as by a process that ends.
  for (let pages = 0; pages < 4; pages += 1) {
    const stop = new AbortController();
    const ask = sandbox.access.ask.bind(sandbox.access);
    world.main.deps.integrations = {
      ...sandbox.access,
      ask: async (request) => {
        stop.abort(new Error('killed'));
        return ask(request);
      },
    };
    await expect(work(stop.signal)).rejects.toThrow('killed');
  }
  world.main.deps.integrations = sandbox.access;
  await world.main.runJobs();
  const [campaign] = (await read(id)).campaigns;
  expect(sandbox.accounts.statusOf(4101)).toBe('PAUSED');
  expect(campaign).toMatchObject({ state: 'DONE', source_status: 'ACTIVE', is_source_paused: true });
  expect(campaign?.counts).toEqual({ imported: 30, waiting: 60, finished: 120, held: 30, left_out: 0 });
  const again = await start('SMARTLEAD', ['Freight']);
  await world.main.runJobs();
  expect((await read(again.id)).campaigns).toMatchObject([{ state: 'DONE', campaign_id: campaign?.campaign_id }]);
  const leads = await leadsOf(campaign?.campaign_id as number);
  expect(leads.reduce((sum, row) => sum + row.count, 0)).toBe(240);
  expect(await rows('select 1 from account_import_sent', [])).toEqual([]);
});

test('the same account at Instantly comes in with its own notation; leads of a campaign that still sends are held', async () => {
  const other = await world.main.signIn();
  const client = api(other);
  const key = sandboxImportKeys.INSTANTLY;
  const { campaigns } = await client.previewAccountImport({ body: { source: 'INSTANTLY', key } });
  const ids = campaigns.filter((one) => !one.name.startsWith('Freight')).map((one) => one.id);
  const { id } = await client.startAccountImport({
    body: { source: 'INSTANTLY', key, campaign_ids: ids, pause_source: false },
  });
  await world.main.runJobs();
  const done = await read(id, other);
  expect(done.campaigns).toMatchObject([
    { name: 'Cold storage operators', counts: { imported: 2, waiting: 4, finished: 8, held: 2 } },
    { name: 'Port agents, Q1', counts: { imported: 8 } },
  ]);
  expect(done.mailboxes).toHaveLength(3);
  const steps = await rows<{ subject: string; email_body: string; delay_days: number }>(
    `
      select v.subject, v.email_body, s.delay_days
      from sequence_step s join step_variant v on v.step_id = s.id
      where s.campaign_id = $1 order by s.seq_number
    `,
    [done.campaigns[0]?.campaign_id],
  );
  expect(steps.map((step) => step.delay_days)).toEqual([0, 3, 4]);
  expect(steps[0]?.subject).toBe('Your cold chain, {{ first_name | default: "there" }}');
  // The same account before anybody paused anything there.
  world.main.deps.integrations = newSandbox().access;
  const live = await client.startAccountImport({
    body: {
      source: 'SMARTLEAD',
      key: sandboxImportKeys.SMARTLEAD,
      campaign_ids: ['4101'],
      pause_source: false,
      block_list: false,
    },
  });
  await world.main.runJobs();
  expect(await read(live.id, other)).toMatchObject({
    state: 'DONE',
    blocked: 0,
    campaigns: [
      { source_status: 'ACTIVE', is_source_paused: false, counts: { finished: 120, held: 120, left_out: 0 } },
    ],
  });
});

test('an import goes on when the person who started it has left the workspace', async () => {
  const owner = await world.main.signIn();
  const gone = await world.main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  world.main.deps.integrations = newSandbox().access;
  const { id } = await api(gone).startAccountImport({
    body: { source: 'SMARTLEAD', key: sandboxImportKeys.SMARTLEAD, campaign_ids: ['4101'] },
  });
  await world.main.test.query('delete from app_user where id = $1', [gone.userId]);
  await world.main.runJobs();
  expect(await read(id, owner)).toMatchObject({ state: 'DONE', campaigns: [{ state: 'DONE' }] });
  expect(
    await rows('select distinct created_by, status_changed_by from campaign where workspace_id = $1', [
      owner.workspaceId,
    ]),
  ).toEqual([{ created_by: null, status_changed_by: null }]);
});

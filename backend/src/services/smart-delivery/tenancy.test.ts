import { fillPath } from '@skein/contracts/client';
import type { AnyEndpoint, Contract } from '@skein/contracts/endpoint';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import type { SignedIn } from '#main/testing';
import { createPlacementWorld, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let ids: Record<string, number>;
let mailbox: number;
/** Who is not allowed to see the test, by what they are. */
let others: Record<string, SignedIn>;

beforeAll(async () => {
  placement = await createPlacementWorld();
  const { world } = placement;
  mailbox = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1, message_per_day: 200 });
  const me = await call(placementContract, 'addFolder', world.me, { body: { name: 'Brightmoor Dental' } });
  const folder = (me.json as { id: number }).id;
  const body = {
    name: 'Secret name',
    type: 'auto',
    every_days: 1,
    subject: 'Secret subject',
    body_text: 'Hello Sam. <script>alert(1)</script> Reply with no to opt out.',
    body_html: '<p>Hello Sam <img src=x onerror=alert(1)> Reply with no to opt out.</p>',
    sender_ids: [mailbox],
    folder_id: folder,
    regions: ['Europe'],
  };
  const made = await call(placementContract, 'addTest', world.me, { body });
  const placementTestId = (made.json as { id: number }).id;
  const draft = await call(placementDraftsContract, 'addDraft', world.me, { body });
  await placement.runFor(20);
  const share = await call(placementReportsContract, 'addShare', world.me, { params: { placementTestId }, body: {} });
  const [mail] = await world.main.test.query<{ id: number; seed_id: number }>(
    'select id, seed_id from placement_mail where landed is not null order by id limit 1',
  );
  ids = {
    placementTestId,
    placementDraftId: (draft.json as { id: number }).id,
    placementFolderId: folder,
    placementMailId: mail?.id as number,
    placementSeedId: mail?.seed_id as number,
    placementShareId: (share.json as { id: number }).id,
  };
  const { workspaceId } = world.me;
  others = {
    'the owner of another workspace': await world.main.signIn(),
    'a client of the agency': await world.main.signIn({ workspaceId, client: { permissions: ['full_access'] } }),
    'a member without this mailbox': await world.main.signIn({ workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' }),
  };
});
afterAll(() => placement.world.close());

async function call<C extends Contract>(
  contract: C,
  name: keyof C['endpoints'] & string,
  person: SignedIn,
  { params = {}, body }: { params?: Record<string, number>; body?: unknown } = {},
) {
  const { path, method } = contract.endpoints[name] as AnyEndpoint;
  const answer = await placement.send(method, fillPath(path, params), { ...person.headers }, body);
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith('{') ? (JSON.parse(text).data as unknown) : null };
}

/** Bodies that an endpoint takes; without one it takes an empty object. */
const bodies: Record<string, object> = {
  addShare: {},
  publishRecord: { step: 'spf:northlight.test' },
  saveDraft: { type: 'manual', name: 'Taken over' },
};
const withRow = [placementContract, placementReportsContract, placementDraftsContract].flatMap((contract) =>
  Object.entries(contract.endpoints as Record<string, AnyEndpoint>)
    .filter(([, { path, access }]) => /:placement\w+Id/.test(path) && access.who === 'person')
    .map(([name, endpoint]) => ({ contract, name, endpoint })),
);
const state = () =>
  placement.world.main.test.query(`
    select
      (select json_agg(t order by t.id) from placement_test t) as tests,
      (select json_agg(r order by r.id) from placement_run r) as runs,
      (select json_agg(f order by f.id) from placement_folder f) as folders,
      (select json_agg(s order by s.id) from placement_share s) as shares,
      (select count(*) from placement_check) as checks,
      (select count(*) from placement_seed where is_active) as seeds
  `);

test.each(['the owner of another workspace', 'a client of the agency', 'a member without this mailbox'])(
  '%s reads and changes nothing of a test by its ids',
  async (who) => {
    const person = others[who] as SignedIn;
    const before = await state();
    expect(withRow.length).toBeGreaterThan(18);
    for (const { contract, name, endpoint } of withRow) {
      const body = endpoint.method === 'GET' ? undefined : (bodies[name] ?? {});
      const { status, text } = await call(contract as Contract, name as never, person, { params: ids, body });
      expect([name, [403, 404].includes(status), text.includes('Secret')]).toEqual([name, true, false]);
    }
    expect(await state()).toEqual(before);
  },
);

test.each(['the owner of another workspace', 'a client of the agency', 'a member without this mailbox'])(
  'no list tells %s of it, and no new test takes a part of it',
  async (who) => {
    const person = others[who] as SignedIn;
    for (const name of ['tests', 'folders', 'insights', 'choices', 'leadShares'] as const) {
      const { text } = await call(placementContract, name, person);
      expect([name, /Secret|rosa@|Brightmoor/.test(text)]).toEqual([name, false]);
    }
    const body = { name: 'Mine', type: 'manual', subject: 'Hello', body_text: 'Hello', sender_ids: [mailbox] };
    expect((await call(placementContract, 'addTest', person, { body })).status).toBeGreaterThanOrEqual(403);
    const inFolder = { type: 'manual', folder_id: ids['placementFolderId'] };
    expect((await call(placementDraftsContract, 'addDraft', person, { body: inFolder })).status).toBeGreaterThanOrEqual(
      403,
    );
  },
);

test('whoever does not see a campaign sees no test of it, and mailboxes of another client do not send one', async () => {
  const { world } = placement;
  const { workspaceId } = world.me;
  const person = others['a client of the agency'] as SignedIn;
  const query = <Row extends object>(sql: string, values: unknown[]) => world.main.test.query<Row>(sql, values);
  const [theirs] = await query<{ id: number; name: string }>(
    'select id, name from agency_client where workspace_id = $1 order by id limit 1',
    [workspaceId],
  );
  const [rival] = await query<{ id: number }>(
    `insert into agency_client (workspace_id, name, email) values ($1, 'Rival Ltd', 'rival@agency.test') returning id`,
    [workspaceId],
  );
  const sender = await world.connect('shared@northlight.test', { message_per_day: 200 });
  await query('update mailbox set client_id = $2 where id = $1', [sender, theirs?.id]);
  const campaignId = await world.campaign({ mailboxIds: [sender], leads: ['silent.zoe@prospects.test'] });
  const [variant] = await query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  const body = {
    ...{ name: 'Secret campaign', type: 'manual', subject: 'Secret', body_text: 'Secret', sender_ids: [sender] },
    ...{ campaign_id: campaignId, variant_id: variant?.id, regions: ['Europe'] },
  };
  const setClient = (id: number | undefined) =>
    query('update campaign set client_id = $2 where id = $1', [campaignId, id ?? null]);

  await setClient(rival?.id);
  const refused = await call(placementContract, 'addTest', world.me, { body });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(theirs?.name);
  expect(refused.text).toContain('Rival Ltd');

  await setClient(undefined);
  const made = await call(placementContract, 'addTest', world.me, { body });
  const params = { placementTestId: (made.json as { id: number }).id };
  const seen = async () => (await call(placementContract, 'report', person, { params })).status;
  expect(await seen()).toBe(404);
  expect((await call(placementContract, 'tests', person)).text).not.toContain('Secret');
  await setClient(rival?.id);
  expect(await seen()).toBe(404);
  await setClient(theirs?.id);
  expect(await seen()).toBe(200);
  // The campaign is gone: its text stays with the client only where that took it.
  await query('delete from campaign where id = $1', [campaignId]);
  expect(await seen()).toBe(404);
  await call(placementContract, 'deleteTest', world.me, { params });
});

test('seeds belong to operators: nobody of a workspace lists, adds, checks or deletes one', async () => {
  const { me } = placement.world;
  const before = await state();
  for (const [name, { method }] of Object.entries(operatorSeedsContract.endpoints as Record<string, AnyEndpoint>)) {
    const { status } = await call(operatorSeedsContract, name as never, me, {
      params: ids,
      body: method === 'GET' ? undefined : {},
    });
    expect([name, [403, 404].includes(status)]).toEqual([name, true]);
  }
  expect(await state()).toEqual(before);
});

test('a link opens its report and nothing else, and what the email holds runs no script there', async () => {
  const share = await call(placementReportsContract, 'shares', placement.world.me, { params: ids });
  const path = new URL((share.json as { rows: { url: string }[] }).rows[0]?.url ?? '').pathname;
  const opened = await placement.request(path, {});
  const html = await opened.text();
  expect(opened.status).toBe(200);
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('Secret name');
  expect(html).not.toMatch(/<script|onerror=alert/);
  const token = path.split('/').at(-1) as string;
  for (const place of [
    `/api/smart-delivery/tests/${ids['placementTestId']}`,
    `/api/smart-delivery/tests/${ids['placementTestId']}/mails/${ids['placementMailId']}`,
    '/api/smart-delivery/tests',
    '/api/smart-delivery/choices',
  ])
    expect((await placement.request(`${place}?token=${token}`, { authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a member with limits sees the folder of a test of theirs, and does not delete it from under the others', async () => {
  const member = others['a member without this mailbox'] as SignedIn;
  const body = { name: 'Theirs', type: 'manual', is_self_sent: true, regions: ['Europe'] };
  const made = await call(placementContract, 'addTest', member, { body });
  await placement.world.main.test.query('update placement_test set folder_id = $2 where id = $1', [
    (made.json as { id: number }).id,
    ids['placementFolderId'],
  ]);
  const { json } = await call(placementContract, 'folders', member);
  expect(json).toMatchObject({ rows: [{ id: ids['placementFolderId'], tests: 1 }] });
  expect((await call(placementContract, 'deleteFolder', member, { params: ids })).status).toBe(403);
  const mine = await call(placementContract, 'addFolder', member, { body: { name: 'My own' } });
  const placementFolderId = (mine.json as { id: number }).id;
  expect((await call(placementContract, 'deleteFolder', member, { params: { placementFolderId } })).status).toBe(200);
});

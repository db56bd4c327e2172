import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import { createClient } from '@skein/contracts/client';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

const day = 1_440 * minute;
let placement: PlacementWorld;
let mailbox: number;

beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 500,
  });
});
afterAll(() => placement.world.close());

const headers = () => ({ ...placement.world.me.headers });
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  placement.world.main.test.query<Row>(sql, values);
const addTest = async (more: object = {}) => {
  const { id } = await placement.clientOf(headers()).addTest({
    body: {
      ...{ name: 'Docks', type: 'manual', subject: 'Docks', sender_ids: [mailbox], regions: ['Europe'] },
      body_text: 'Hello Sam, see https://docks.test/plan',
      ...more,
    },
  });
  return { placementTestId: id };
};
const later = async (days: number) => {
  placement.world.main.clock.set(placement.world.main.clock.now() + days * day);
  await placement.runFor(1);
};

test('what arrived of a run is deleted after 90 days, and its figures stay', async () => {
  const client = placement.clientOf(headers());
  const reports = createClient(placementReportsContract, placement.transportOf(headers()));
  const params = await addTest();
  await placement.runFor(30);
  const before = await client.report({ params });
  const mail = before.mails.find(({ landed }) => landed !== null && landed !== 'MISSING');
  const message = { ...params, placementMailId: mail?.id as number };
  const { url } = await reports.addShare({ params, body: { days: 365 } });
  const sharedPage = async () => (await placement.request(url.slice(url.indexOf('/api/')), {})).text();
  expect(before).toMatchObject({ emails_deleted_at: null, authentication: [{}] });

  await later(89);
  expect(await client.report({ params })).toEqual(before);
  expect(await client.message({ params: message })).toMatchObject({ headers: expect.any(String) });
  expect(await sharedPage()).not.toContain('were deleted');
  await client.runAgain({ params });
  await placement.runFor(30);

  await later(2);
  const ofFirst = { run: 1 };
  const after = await client.report({ params, query: ofFirst });
  expect(after).toMatchObject({
    emails_deleted_at: expect.any(String),
    ...{ authentication: [], addresses: [], domain_lists: [], checked_at: null, spam_filter: { verdicts: [] } },
    ...{ by_provider: before.by_provider, by_sender: before.by_sender, diagnosis: before.diagnosis },
    summary: before.summary,
    mails: before.mails.map((each) => ({ ...each, client_ip: null })),
  });
  expect(after.history[0]).toEqual(before.history[0]);
  expect(await client.message({ params: message })).toMatchObject({
    ...{ headers: null, body: null, authentication: null, spam: null, hops: [] },
    ...{ landed: mail?.landed, spf: mail?.spf, dkim: mail?.dkim, dmarc: mail?.dmarc },
  });
  // The newer run keeps everything, and is not compared with lists that are gone.
  const newer = await client.report({ params });
  expect(newer).toMatchObject({ run: 2, emails_deleted_at: null, authentication: [{}] });
  const compared = await reports.compare({ params });
  expect(compared.lists).toEqual([]);
  expect(compared.checks[0]?.before).toEqual(before.summary.checks.spf);
  expect(
    await query(
      `
        select r.content, r.variant_contents, (count(p.headers) + count(p.body) + count(p.spam) + count(p.client_ip))::int as kept,
          (select count(*)::int from placement_check c where c.run_id = r.id) as checks
        from placement_run r
        join placement_mail p on p.run_id = r.id
        where r.test_id = $1 and r.number = 1
        group by r.id
      `,
      [params.placementTestId],
    ),
  ).toEqual([{ content: null, variant_contents: {}, kept: 0, checks: 0 }]);
  await later(90);
  expect(await sharedPage()).toContain('The emails of this run were deleted on');
  await expect(client.checkAgain({ params })).rejects.toMatchObject({ code: 'CONFLICT' });
  const pdf = await placement.request(`/api/smart-delivery/tests/${params.placementTestId}/export.pdf`, headers());
  expect(pdf.status).toBe(200);
});

test('a run of which emails are still looked for waits', async () => {
  const params = await addTest();
  await placement.runFor(30);
  await query(
    `update placement_mail set look_at = 'infinity' where run_id in (select id from placement_run where test_id = $1)`,
    [params.placementTestId],
  );
  await later(91);
  const client = placement.clientOf(headers());
  expect(await client.report({ params })).toMatchObject({ emails_deleted_at: null, authentication: [{}] });
});

test('a report of 2,000 emails is small without them', async () => {
  const params = await addTest();
  await placement.runFor(30);
  await query(
    `
      with copied as (
        select p.*, row_number() over (order by p.id) as row
        from placement_mail p
        join placement_run r on r.id = p.run_id
        where r.test_id = $1
      ), removed as (
        delete from placement_mail where id in (select id from copied)
      )
      insert into placement_mail (
        workspace_id, run_id, from_email, seed_id, state, send_at, sent_at, token, message_id, landed, landed_at, found_in,
        headers, body, authentication, client_ip
      )
      select workspace_id, run_id, 'sender.number.' || sender || '@northlight-team.test', seed_id, 'SENT', send_at, sent_at,
        concat_ws('-', 'many', seed_id, sender, nth), 'many', landed, landed_at, found_in, headers, body, authentication, client_ip
      from copied
      cross join generate_series(1, 50) as sender
      cross join generate_series(1, 5) as nth
      where row <= 8
    `,
    [params.placementTestId],
  );
  const size = async (mails: 'all' | 'none') => {
    const path = `/api/smart-delivery/tests/${params.placementTestId}?mails=${mails}`;
    return (await (await placement.request(path, headers())).arrayBuffer()).byteLength;
  };
  const [all, none] = [await size('all'), await size('none')];
  expect(none).toBeLessThan(150_000);
  expect(all - none).toBeGreaterThan(800_000);
});

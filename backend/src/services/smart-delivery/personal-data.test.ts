import { Readable } from 'node:stream';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { withoutBody } from './arrived-evidence';
import { createPlacementWorld, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
/** Addresses that the checks of links opened. */
let asked: string[];
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  placement.world.main.test.query<Row>(sql, values);

beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 500,
  });
  placement.deps.tools.askServer = async ({ url }) => {
    asked.push(url);
    return { status: /\/c\//.test(url) ? 302 : 200, text: '', retryAfter: null };
  };
});
beforeEach(() => {
  asked = [];
});
afterAll(() => placement.world.close());

const leave = 'https://customer.test/leave?who=';
const body = `<p>Hi {{first_name}}, see <a href="https://docks.test/map">the map</a>.</p>
  <p><a href="${leave}{{email}}&amp;from={{city|nowhere}}">Leave</a> or write to {{company_url | default: "https://fallback.test/"}}</p>`;

/** A test of a campaign's step at one seed; its mails and its latest run. */
async function testCampaign(leads: string[], settings: object = {}, attachments: object[] = []) {
  const campaignId = await placement.world.campaign({
    mailboxIds: [mailbox],
    leads,
    steps: [{ days: 0, subject: 'The docks, {{first_name}}', body }],
    settings: { status: 'PAUSED', next_trigger_at: null, ...settings },
  });
  const [variant] = await query<{ id: number }>(
    `
      update step_variant v
      set attachments = $2
      from sequence_step s
      where s.id = v.step_id and s.campaign_id = $1
      returning v.id
    `,
    [campaignId, JSON.stringify(attachments)],
  );
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      ...{ name: 'Docks', type: 'manual', subject: 'Docks', body_text: 'Docks', sender_ids: [mailbox] },
      ...{ campaign_id: campaignId, variant_id: variant?.id as number },
      ...{ providers: ['Zoho stand-in'], regions: ['Europe'] },
    },
  });
  const kept = async () =>
    (
      await query<Record<'headers' | 'body' | 'landed' | 'links' | 'content' | 'checks', unknown>>(
        `
          select p.headers, p.body, p.landed, p.links, r.content,
            array(select c.subject from placement_check c where c.run_id = r.id and c.kind = 'LINK' order by 1) as checks
          from placement_mail p
          join placement_run r on r.id = p.run_id
          where r.test_id = $1
        `,
        [id],
      )
    )[0];
  return { client, params: { placementTestId: id }, kept };
}
const leadOf = async (email: string) =>
  (await query<{ id: number }>('select id from lead where email = $1', [email]))[0]?.id as number;
const erase = async (email: string) =>
  placement.world.main
    .asClient(leadsContract, placement.world.me)
    .eraseLead({ params: { leadId: await leadOf(email) }, body: {} });

test.each([
  ['as they are', { track_clicks: false }],
  ['tracked', { track_clicks: true }],
  ['as plain text', { send_as_plain_text: true }],
])('links made with a lead’s data are not opened, and say so: %s', async (_, settings) => {
  const email = 'silent.ada@prospects.test';
  const { client, params } = await testCampaign([email], settings);
  await query(`update lead set company_url = 'https://ada.test/home' where email = $1`, [email]);
  await placement.runFor(10);
  const { content } = await client.report({ params });
  const personal = { is_dead: false, is_personal: true, text: 'Not opened: the link is personal' };
  expect(content.links).toContainEqual({
    ...personal,
    url: `${leave}${email.replace('@', '%40')}&from=nowhere`,
    is_redirect: false,
  });
  expect(content.links).toContainEqual(expect.objectContaining({ url: 'https://docks.test/map', text: 'Answers.' }));
  expect(asked).toContain('https://docks.test/map');
  expect(asked.filter((url) => /customer\.test|ada\.test/.test(url))).toEqual([]);
  await client.checkAgain({ params });
  expect(asked.filter((url) => /customer\.test|ada\.test/.test(url))).toEqual([]);
});

test('erasing a lead empties what tests sent with its data, and nothing else', async () => {
  const [hers, his] = ['silent.erika@prospects.test', 'silent.emil@prospects.test'];
  const [ofHer, ofHim] = [await testCampaign([hers]), await testCampaign([his])];
  await placement.runFor(20);
  const before = await ofHer.kept();
  expect(JSON.stringify(before)).toMatch(/erika/);
  await erase(hers);
  expect(await ofHer.kept()).toEqual({
    ...{ headers: null, body: null, links: [], content: null, landed: before?.landed },
    checks: ['https://docks.test/map'],
  });
  const { mails } = await ofHer.client.report({ params: ofHer.params });
  expect(mails).toMatchObject([{ landed: before?.landed }]);
  expect(JSON.stringify(await ofHim.kept())).toMatch(/emil/);
});

test('what block lists say of a host that is the lead’s alone goes with the lead', async () => {
  const [hers, his] = ['silent.dora@prospects.test', 'silent.dirk@prospects.test'];
  const [ofHer, ofHim] = [await testCampaign([hers]), await testCampaign([his])];
  await query(`update lead set company_url = 'https://www.own-' || id || '.com/' where email = any($1)`, [[hers, his]]);
  await placement.runFor(20);
  const domains = async ({ client, params }: Awaited<ReturnType<typeof testCampaign>>) =>
    (await client.report({ params })).domain_lists.map(({ domain }) => domain).toSorted();
  const hostOf = async (email: string) => `own-${await leadOf(email)}.com`;
  const [herHost, hisHost] = [await hostOf(hers), await hostOf(his)];
  const others = ['customer.test', 'docks.test', 'northlight.test'];
  expect(await domains(ofHer)).toEqual(expect.arrayContaining([...others, herHost, `www.${herHost}`]));
  await erase(hers);
  const left = await domains(ofHer);
  expect(left).toEqual(expect.arrayContaining(others));
  expect(left.filter((domain) => domain.includes('own-'))).toEqual([]);
  expect(await domains(ofHim)).toContain(hisHost);
});

test('what arrives of a lead that was erased meanwhile is found, and nothing of it is kept', async () => {
  const email = 'silent.late@prospects.test';
  const { kept } = await testCampaign([email]);
  await placement.runFor(2);
  await erase(email);
  await placement.runFor(15);
  expect(await kept()).toMatchObject({
    ...{ headers: null, body: null, links: [], content: null },
    landed: expect.any(String),
  });
});

test('an email that was written with the data of a lead who is erased is not sent', async () => {
  const { deps } = placement;
  const [first, second] = ['silent.first@prospects.test', 'silent.second@prospects.test'];
  const { kept } = await testCampaign([first, second]);
  const { writeEmail } = deps;
  deps.writeEmail = async (email) => {
    const written = await writeEmail(email);
    await erase(first);
    deps.writeEmail = writeEmail;
    return written;
  };
  await placement.runFor(15);
  const all = JSON.stringify(await kept());
  expect(all).toMatch(/silent\.second/);
  expect(all).not.toMatch(/silent\.first/);
});

test('a message that is longer than what is kept is evaluated as a whole', async () => {
  const file = 'attachments/berths.bin';
  const size = 400_000;
  await placement.world.main.deps.files.put(file, Readable.from([Buffer.alloc(size, 'berths by week ')]), {
    type: 'application/octet-stream',
    maximum: size,
  });
  const attached = { name: 'berths.bin', content_type: 'application/octet-stream', storage_key: file, size };
  const { client, params, kept } = await testCampaign(['silent.ada@prospects.test'], {}, [attached]);
  await placement.runFor(10);
  expect(await kept()).toMatchObject({ landed: expect.any(String), body: null });
  const { authentication, content } = await client.report({ params });
  expect(authentication[0]?.arrived.dkim).toMatchObject([{ result: 'pass' }]);
  expect(authentication[0]?.arrived.dmarc.result).toBe('pass');
  expect(content.links.map(({ url }) => url)).toContain('https://docks.test/map');
});

test('of a message that is too long to evaluate, only SPF is judged', () => {
  const none = { result: 'none', domain: null, record: null, text: '' };
  const found = {
    ...{ ip: '198.51.100.7', sender: 'rosa@northlight.test', arc: 'none', mtaSts: null, isEncrypted: null },
    spf: { ...none, result: 'softfail' },
    dkim: [{ result: 'fail', domain: 'northlight.test', selector: 's1', isAligned: true, text: 'body hash' }],
    dmarc: { ...none, result: 'fail', policy: 'reject', isSpfAligned: false, isDkimAligned: false },
    bimi: { result: 'none', location: null },
  };
  expect(withoutBody(found)).toMatchObject({
    spf: { result: 'softfail' },
    dkim: [{ result: 'skipped', text: 'The message is too long to evaluate.' }],
    dmarc: { result: 'skipped', text: 'The message is too long to evaluate.' },
  });
  const passing = { ...found, dmarc: { ...found.dmarc, result: 'pass', isSpfAligned: true } };
  expect(withoutBody(passing).dmarc.result).toBe('pass');
});

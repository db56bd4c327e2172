import { Readable } from 'node:stream';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { trackingRoutes } from '#services/tracking/tracking.routes';
import { visitRecorder } from '#main/main.api';
import { testedMails } from './tested-mails.store';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
let campaignId: number;
let links: ReturnType<typeof trackingRoutes>;
const lead = 'silent.ada@prospects.test';
const seedAddress = 'zoho.1@placement-seeds.test';
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  placement.world.main.test.query<Row>(sql, values);

beforeAll(async () => {
  placement = await createPlacementWorld();
  const { world } = placement;
  mailbox = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1, message_per_day: 500 });
  await query(
    `
      insert into tracking_domain (workspace_id, domain, verified_at)
      values ($1, 'go.northlight.test', now())
    `,
    [world.me.workspaceId],
  );
  await query(
    `
      update mailbox
      set signature = '<p>Rosa Kessler<br><a href="https://northlight.test">Northlight</a></p>',
        different_reply_to_address = 'answers@northlight.test', custom_tracking_domain = 'go.northlight.test'
      where id = $1
    `,
    [mailbox],
  );
  campaignId = await world.campaign({
    mailboxIds: [mailbox],
    leads: [lead],
    steps: [
      {
        days: 0,
        subject: '{Docks|Quays} of {{company_name}}, {{first_name}}',
        body: '<p>Hi {{first_name}},</p><p>{See|Read} <a href="https://northlight.test/plan?a=1&amp;b=2">the plan</a>, and <a href="https://docks.test/map">the map</a>.</p>%signature%',
      },
      { days: 3, subject: '', body: '<p>Still there, {{first_name}}?</p>' },
    ],
    settings: {
      window_start: '00:00',
      window_end: '24:00',
      unsubscribe_text: 'Not for you? Leave here',
      add_unsubscribe_header: true,
      track_opens: true,
      track_clicks: true,
    },
  });
  await query(`update lead set company_name = 'Harbour & Sons', last_name = 'Lovelace' where email = $1`, [lead]);
  const file = 'attachments/plan.txt';
  await world.main.deps.files.put(file, Readable.from(['Berths by week.']), { type: 'text/plain', maximum: 100 });
  await query(
    `
      update step_variant
      set attachments = $2
      where label = 'A' and step_id in (select id from sequence_step where campaign_id = $1 and seq_number = 1)
    `,
    [campaignId, JSON.stringify([{ name: 'plan.txt', content_type: 'text/plain', storage_key: file, size: 15 }])],
  );
  links = trackingRoutes({
    authenticate: async () => null,
    log: world.main.deps.log,
    strictAnswers: true,
    db: world.main.deps.db,
    live: world.main.deps.live,
    visits: visitRecorder,
    tests: testedMails,
    trackingKey: derivePurposeKey(world.main.deps.masterKey, 'tracking'),
    now: () => world.main.clock.now(),
  });
});
afterAll(() => placement.world.close());

const variantOf = async (step: number) =>
  (
    await query<{ id: number }>(
      `
        select v.id
        from step_variant v
        join sequence_step s on s.id = v.step_id
        where s.campaign_id = $1 and s.seq_number = $2
      `,
      [campaignId, step],
    )
  )[0]?.id as number;

/** A test of a step, at one seed. */
async function testStep(step: number, more: object = {}) {
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: `Step ${step}`,
      type: 'manual',
      // What the campaign sends is composed when it is sent: this text is none of it.
      subject: 'An older subject',
      body_text: 'An older text',
      sender_ids: [mailbox],
      campaign_id: campaignId,
      variant_id: await variantOf(step),
      providers: ['Zoho stand-in'],
      regions: ['Europe'],
      ...more,
    },
  });
  return { client, params: { placementTestId: id } };
}

/** The mails that reached an address, as the mail server took them in. */
async function mailsTo(pattern: RegExp): Promise<string[]> {
  const { record, readMail } = placement.world.mail;
  const found = record
    .find({ login: 'rosa@northlight.test' })
    .filter(({ recipients: [to] }) => pattern.test(to?.address ?? ''));
  return Promise.all(found.map(async ({ contentId }) => (await readMail(contentId)).toString('latin1')));
}

/**
 * Without what every email has of its own: Date, Message-ID and the boundary that is made of it, the recipient, and the
 * signed parts of links.
 */
function common(raw: string): string {
  const id = /^message-id: <([^@]+)/im.exec(raw)?.[1] ?? '';
  return raw
    .replaceAll(/^X-Placement-Token: .*\r\n/gim, '')
    .replaceAll(/^(Date|Message-ID|To|In-Reply-To|References): (.|\r\n[ \t])*\r\n/gim, '$1\r\n')
    .replaceAll(new RegExp(`--_NmP-\\w{0,24}`, 'g'), '--boundary')
    .replaceAll(id.slice(0, 24), 'id')
    .replaceAll('=\r\n', '')
    .replaceAll(/\/([ocu])\/[\w-]{31}/g, '/$1/token');
}

const text = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
const stateOfLead = () =>
  query(
    `
      select e.status, e.open_count, e.click_count, e.is_unsubscribed, l.is_unsubscribed as has_left,
        (select count(*)::int from event where kind in ('OPEN', 'CLICK', 'UNSUBSCRIBE')) as events,
        (select count(*)::int from suppression) as suppressed, (select count(*)::int from lead) as leads
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1
    `,
    [campaignId],
  );

test('the email to a seed is, byte for byte, the one that the campaign sends to its lead', async () => {
  const { client, params } = await testStep(1);
  await placement.runFor(10);
  await placement.world.runUntil(placement.world.main.clock.now() + 60 * minute);
  const [[seed], [sent]] = [await mailsTo(/@placement-seeds/), await mailsTo(/silent\.ada/)];
  if (!seed || !sent) throw new Error('One of the two was not sent.');
  expect(common(seed)).toBe(common(sent));
  expect(seed.match(/^X-Placement-Token: \w{32}\r$/gim)).toHaveLength(1);
  expect(seed).not.toContain('older');
  // What both of them have.
  for (const mail of [seed, sent].map(text)) {
    expect(mail).toMatch(/^List-Unsubscribe:\s+<https:\/\/go\.northlight\.test\/u\/[\w-]{31}>\r$/im);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
    expect(mail).toMatch(/^Reply-To: answers@northlight\.test\r$/im);
    expect(mail).toMatch(/<img src="https:\/\/go\.northlight\.test\/o\/[\w-]{31}\.gif"/);
    expect(mail.match(/href="https:\/\/go\.northlight\.test\/c\/[\w-]{31}"/g)).toHaveLength(3);
    expect(mail).toMatch(/^Subject: (Docks|Quays) of Harbour & Sons, silent\r$/im);
    expect(mail).toContain('Rosa Kessler');
    expect(mail).toContain('Leave here');
    expect(mail).toMatch(/filename=plan\.txt/);
    expect(mail).toContain(Buffer.from('Berths by week.').toString('base64'));
    expect(mail).toMatch(/^To: .*Lovelace/im);
  }
  // What is judged is what arrived: links by where they lead, and the ways out that the email has.
  const { content, subject, body_text: shown, latest, domain_lists: domains } = await client.report({ params });
  expect(latest).toMatchObject({ mails: 1, waiting: 0 });
  expect([subject, shown]).toEqual([expect.stringContaining('Harbour & Sons'), expect.stringContaining('Hi silent,')]);
  expect(content).toMatchObject({
    is_unsubscribe_offered: true,
    html: expect.stringContaining('go.northlight.test/o/'),
  });
  expect(content.findings.filter(({ area }) => area === 'unsubscribe')).toEqual([]);
  expect(content.links.map(({ url }) => url)).toEqual([
    'https://northlight.test/plan?a=1&b=2',
    'https://docks.test/map',
    'https://northlight.test',
    expect.stringMatching(/^https:\/\/go\.northlight\.test\/u\//),
  ]);
  // Here no tracking address answers, which is worse than a dead page.
  expect(content.links[0]).toMatchObject({ is_dead: true, text: expect.stringContaining('The tracking link') });
  expect(domains.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['go.northlight.test', 'docks.test']));
});

test('the links of a test answer as the campaign’s do, and change nothing', async () => {
  const person = {
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  };
  const [seed, sent] = [(await mailsTo(/@placement-seeds/))[0], (await mailsTo(/silent\.ada/))[0]].map((raw) =>
    text(raw ?? ''),
  );
  const paths = (raw = '', kind: string) =>
    [...raw.matchAll(new RegExp(`https://go\\.northlight\\.test(/${kind}/[\\w.-]+)`, 'g'))].map(
      ([, path]) => path ?? '',
    );
  const before = await stateOfLead();
  const [pixel] = paths(seed, 'o');
  expect((await links.request(pixel ?? '', { headers: person })).headers.get('content-type')).toBe('image/gif');
  const clicked = await Promise.all(paths(seed, 'c').map(async (path) => links.request(path, { headers: person })));
  expect(clicked.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [302, 'https://northlight.test/plan?a=1&b=2'],
    [302, 'https://docks.test/map'],
    [302, 'https://northlight.test/'],
  ]);
  const leave = async (path = '', method = 'POST') => {
    const body = method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined;
    const answer = await links.request(path, { method, body, headers: person });
    return [answer.status, (await answer.text()).replace(seedAddress, lead)];
  };
  const [ofSeed, ofLead] = [paths(seed, 'u')[0], paths(sent, 'u')[0]];
  const answers = [await leave(ofSeed, 'GET'), await leave(ofSeed)];
  expect(await stateOfLead()).toEqual(before);
  expect(answers).toEqual([await leave(ofLead, 'GET'), await leave(ofLead)]);
  expect(await stateOfLead()).not.toEqual(before);
});

test('a follow-up continues a thread as it does for a lead, and the thread is nobody’s', async () => {
  await testStep(2);
  await placement.runFor(10);
  const [, followUp] = await mailsTo(/@placement-seeds/);
  expect(followUp).toMatch(/^Subject: Re: (Docks|Quays) of Harbour & Sons, silent\r$/im);
  const [, answered] = /^In-Reply-To: (<[0-9a-f]{36}@northlight\.test>)\r$/im.exec(followUp ?? '') ?? [];
  expect(followUp).toMatch(new RegExp(`^References: ${answered}\\r$`, 'im'));
  expect(await query('select 1 from intent where message_id = $1', [answered])).toEqual([]);
});

test('a text that a person wrote has the signature and the settings of its mailbox', async () => {
  await testStep(1, {
    name: 'Written',
    campaign_id: null,
    variant_id: null,
    subject: '{Berths|Berths} for {{first_name}}',
    body_text: 'Hello {{first_name}}',
    body_html: '<p>Hello {{first_name}}</p>%signature%',
  });
  await placement.runFor(10);
  const written = text((await mailsTo(/@placement-seeds/)).at(-1) ?? '');
  expect(written).toMatch(/^Subject: Berths for \{\{first_name\}\}\r$/im);
  expect(written).toContain('Hello {{first_name}}');
  expect(written).toContain('Rosa Kessler');
  expect(written).toMatch(/^Reply-To: answers@northlight\.test\r$/im);
  expect(written).not.toMatch(/^List-Unsubscribe|\/[ocu]\/[\w-]{31}/im);
});

test('a step that needs what no lead has is not sent, and says what that is', async () => {
  await query(
    `
      update step_variant
      set email_body = '<p>{{industry}}</p>', updated_at = now()
      where step_id in (select id from sequence_step where campaign_id = $1 and seq_number = 2)
    `,
    [campaignId],
  );
  const { client, params } = await testStep(2);
  await placement.runFor(2);
  expect((await client.report({ params })).mails).toMatchObject([
    { state: 'CANCELLED', failure_text: 'No lead of the campaign has every field that this step uses: industry.' },
  ]);
});

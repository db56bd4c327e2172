import { createHmac } from 'node:crypto';
import { hubSpotContract } from '@skein/contracts/main/hubspot.contract';
import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import type { SignedIn } from '#main/testing';
import { defaultHubSpotSettings } from '../connections/hubspot-rules';
import { createIntegrationWorld, type IntegrationWorld } from '../testing';

let world: IntegrationWorld;
let me: SignedIn;
let params: { integrationId: number };

beforeAll(async () => {
  world = await createIntegrationWorld();
  me = await world.main.signIn();
  params = { integrationId: (await world.connect(me, 'HUBSPOT')).id };
});
afterAll(() => world.main.close());

const hubspot = (person = me) => world.main.asClient(hubSpotContract, person);
const api = (person = me) => world.main.asClient(integrationsContract, person);
const leadOf = async (email: string) =>
  (
    await world.main.test.query<{ id: number; first_name: string; custom_fields: Record<string, string> }>(
      'select id, first_name, custom_fields from lead where workspace_id = $1 and email = $2',
      [me.workspaceId, email],
    )
  )[0]!;
const log = async (state?: 'REJECTED' | 'SKIPPED' | 'QUEUED') =>
  (await api().syncLog({ params, query: { ...(state ? { state } : {}) } })).rows;
/** What somebody does with a contact at the stand-in. */
const atHubSpot = async (contact: string, action: 'customer' | 'owner' | 'delete') => {
  expect((await world.sandbox.pages.request(`/hubspot/contacts/${contact}/${action}`, { method: 'POST' })).status).toBe(
    303,
  );
  await world.main.runJobs();
};

it('imports a list as leads, each with one outcome, and a second time without making anybody twice', async () => {
  const { lists } = await hubspot().hubSpotLists({ params });
  expect(lists.map(({ name }) => name)).toContain('ICP logistics, Q4');
  const list = lists[0]!;
  await hubspot().importHubSpot({ params, body: { hubspot_list_id: list.id } });
  await world.main.runJobs();
  const [first] = await log();
  expect(first).toMatchObject({ direction: 'IN', title: 'List imported', state: 'SAVED' });
  const count = async () =>
    (
      await world.main.test.query<{ count: number }>(
        'select count(*)::int as count from lead where workspace_id = $1',
        [me.workspaceId],
      )
    )[0]!.count;
  expect(await count()).toBe(list.size);
  await hubspot().importHubSpot({ params, body: {} });
  await world.main.runJobs();
  expect(await count()).toBe(world.sandbox.hubspot.contacts.size);
  expect(await leadOf('interested.priya.raman@prospects.test')).toMatchObject({
    first_name: 'Priya',
    custom_fields: { jobtitle: 'Head of Operations', state: 'IL', country: 'United States' },
  });
  expect((await hubspot().readHubSpot({ params })).linked).toBe(world.sandbox.hubspot.contacts.size);
});

it('writes a reply and its category to the contact that is there, once, however often it is delivered', async () => {
  const email = 'interested.priya.raman@prospects.test';
  await world.reply(me, { name: 'Priya', category: 2, words: 'Tuesday works.', email });
  await world.deliver();
  const contact = [...world.sandbox.hubspot.contacts.values()].find((one) => one.properties['email'] === email)!;
  const written = () => world.sandbox.hubspot.engagements.filter((one) => one.contact === contact.id);
  expect(
    written()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['emails', 'meetings']);
  expect(written().find(({ kind }) => kind === 'emails')?.properties).toMatchObject({
    hs_email_direction: 'INCOMING_EMAIL',
    hs_email_text: 'Tuesday works.',
  });
  expect(contact.properties['hs_lead_status']).toBe('OPEN_DEAL');
  await world.main.test.query(`update webhook_delivery set state = 'PENDING', next_attempt_at = now()`);
  await world.deliver();
  expect(written()).toHaveLength(2);
  expect([...world.sandbox.hubspot.contacts.values()].filter((one) => one.properties['email'] === email)).toHaveLength(
    1,
  );
});

it('makes a contact for a lead that HubSpot does not know, and rejects with the cause what a mapping breaks', async () => {
  await world.reply(me, { name: 'Newcomer', category: 1, words: 'Hello.' });
  await world.deliver();
  const made = [...world.sandbox.hubspot.contacts.values()].find(
    (one) => one.properties['email'] === 'newcomer@prospects.test',
  );
  expect(made?.properties).toMatchObject({ firstname: 'Newcomer', hs_lead_status: 'CONNECTED' });
  const { settings } = await hubspot().readHubSpot({ params });
  await hubspot().saveHubSpot({
    params,
    body: {
      ...settings,
      fields: settings.fields.map((field) =>
        field.field === 'first_name' ? { ...field, property: 'first_nam', winner: 'SKEIN' } : field,
      ),
    },
  });
  expect((await hubspot().readHubSpot({ params })).problems).toEqual([
    { field: 'first_name', property: 'first_nam', closest: 'firstname' },
  ]);
  await world.reply(me, { name: 'Second', category: 1, words: 'Hi.' });
  await world.deliver();
  const [rejected] = await log('REJECTED');
  expect(rejected).toMatchObject({ code: 'PROPERTY_DOESNT_EXIST', attempts: 1 });
  expect(rejected?.result).toContain('"first_nam" does not exist');
  await hubspot().saveHubSpot({ params, body: settings });
  expect((await api().retrySync({ params, body: {} })).retried).toBeGreaterThan(0);
  await world.deliver();
  expect(await log('REJECTED')).toEqual([]);
});

it('waits as long as HubSpot asks when the limit is reached, and renews a token that ended', async () => {
  world.main.realClock.advance(3_600_000);
  me.headers.authorization = `Bearer ${await world.main.deps.tokens.sign(me)}`;
  world.sandbox.hubspot.answerNext.push({
    status: 429,
    body: {
      status: 'error',
      message: 'You have reached your daily limit.',
      errorType: 'RATE_LIMIT',
      policyName: 'DAILY',
    },
    retryAfter: 900,
  });
  await world.reply(me, { name: 'Third', category: 1, words: 'Hi.' });
  await world.deliver();
  // The category of the same lead waits behind its reply.
  const [blocked, queued] = await log('QUEUED');
  expect(blocked).toMatchObject({ attempts: 0 });
  expect(queued).toMatchObject({ code: 'DAILY', attempts: 1 });
  expect(Date.parse(queued!.next_at!) - world.main.realClock.now()).toBeGreaterThan(800_000);
  await api().retrySync({ params, body: { entry_id: queued!.id } });
  await world.deliver();
  expect(await log('QUEUED')).toEqual([]);
  expect((await api().listIntegrations({})).integrations[0]).toMatchObject({ state: 'CONNECTED' });
});

it('writes and changes nothing of what is switched off', async () => {
  const { settings } = await hubspot().readHubSpot({ params });
  const off = <Names extends object>(names: Names) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, false])) as { [Name in keyof Names]: boolean };
  await hubspot().saveHubSpot({ params, body: { ...settings, out: off(settings.out), into: off(settings.into) } });
  // create, replied, category and meeting: a newcomer stays unknown, and a known contact hears nothing.
  await world.reply(me, { name: 'Quiet', category: 2, words: 'Tuesday works.' });
  await world.deliver();
  const contacts = [...world.sandbox.hubspot.contacts.values()];
  expect(contacts.some((one) => one.properties['email'] === 'quiet@prospects.test')).toBe(false);
  const contact = contacts.find((one) => one.properties['firstname'] === 'Newcomer')!;
  const lead = await leadOf('newcomer@prospects.test');
  const engaged = () => world.sandbox.hubspot.engagements.filter((one) => one.contact === contact.id).length;
  const before = engaged();
  await world.reply(me, {
    name: 'Newcomer',
    category: 2,
    words: 'Wednesday works too.',
    email: 'newcomer@prospects.test',
  });
  await world.deliver();
  expect(engaged()).toBe(before);
  // customer_stops, owner and deleted: the lead stays as it is.
  const state = () =>
    world.main.test.query('select status, assigned_user_id from enrolment where lead_id = $1 order by id', [lead.id]);
  const [was, linked] = [await state(), (await hubspot().readHubSpot({ params })).linked];
  for (const action of ['owner', 'customer', 'delete'] as const) await atHubSpot(contact.id, action);
  expect(await state()).toEqual(was);
  expect((await hubspot().readHubSpot({ params })).linked).toBe(linked);
  await hubspot().saveHubSpot({ params, body: settings });
});

it('takes events that HubSpot signed, once each: a customer is stopped, an owner gets the conversation, a deletion unlinks', async () => {
  const contact = [...world.sandbox.hubspot.contacts.values()].find((one) => one.properties['firstname'] === 'Priya')!;
  const lead = await leadOf('interested.priya.raman@prospects.test');
  const tom = await world.main.signIn({
    workspaceId: me.workspaceId,
    email: 'tom@northlight.test',
    role: 'FULL_MEMBER_ACCESS',
  });
  await atHubSpot(contact.id, 'owner');
  const state = async () =>
    (
      await world.main.test.query<{ status: string; assigned_user_id: number }>(
        'select status, assigned_user_id from enrolment where workspace_id = $1 and lead_id = $2',
        [me.workspaceId, lead.id],
      )
    )[0];
  expect(await state()).toMatchObject({ assigned_user_id: tom.userId });
  await atHubSpot(contact.id, 'customer');
  expect(await state()).toMatchObject({ status: 'STOPPED' });
  const before = (await hubspot().readHubSpot({ params })).linked;
  await atHubSpot(contact.id, 'delete');
  expect((await hubspot().readHubSpot({ params })).linked).toBe(before - 1);
  expect(await world.main.asClient(leadsContract, me).getLead({ params: { leadId: lead.id } })).toMatchObject({
    id: lead.id,
  });
});

/** A change of a job title as HubSpot sends it. */
const titleChange = (contact: { id: string }, eventId: number, title: string) =>
  JSON.stringify([
    {
      eventId,
      subscriptionType: 'contact.propertyChange',
      portalId: 24_817_336,
      objectId: Number(contact.id),
      occurredAt: world.main.realClock.now() + 1e12,
      propertyName: 'jobtitle',
      propertyValue: title,
    },
  ]);
/** Sends events as HubSpot does; `sent` is the body that arrives, when it is not the signed one. */
const sendEvents = (body: string, given: { at?: number; secret?: string; sent?: string } = {}) => {
  const path = '/api/integrations/hubspot/events';
  const at = given.at ?? world.main.realClock.now();
  return world.main.app.request(path, {
    method: 'POST',
    body: given.sent ?? body,
    headers: {
      'x-hubspot-request-timestamp': String(at),
      'x-hubspot-signature-v3': createHmac('sha256', given.secret ?? world.main.deps.integrations.hubspot!.clientSecret)
        .update(`POSThttp://localhost:3000${path}${body}${at}`)
        .digest('base64'),
    },
  });
};
const contactNamed = (name: string) =>
  [...world.sandbox.hubspot.contacts.values()].find((one) => one.properties['firstname'] === name)!;

it('refuses an event whose signature is wrong or old, and takes the same event once', async () => {
  const contact = contactNamed('Jonas');
  const body = titleChange(contact, 7, 'Chief');
  expect((await sendEvents(body, { secret: 'another-secret' })).status).toBe(400);
  expect((await sendEvents(body, { at: world.main.realClock.now() - 301_000 })).status).toBe(400);
  expect((await sendEvents(body, { sent: body.replace('Chief', 'Boss') })).status).toBe(400);
  expect((await sendEvents(body)).status).toBe(200);
  expect((await sendEvents(body)).status).toBe(200);
  await world.main.runJobs();
  expect((await leadOf(contact.properties['email']!)).custom_fields['jobtitle']).toBe('Chief');
  expect((await log()).filter((row) => row.subject === `contact ${contact.id}`)).toHaveLength(1);
});

it('takes changed properties of a contact only while properties is on', async () => {
  const contact = contactNamed('Jonas');
  const { settings } = await hubspot().readHubSpot({ params });
  const titleAfter = async (properties: boolean, eventId: number, title: string) => {
    await hubspot().saveHubSpot({ params, body: { ...settings, into: { ...settings.into, properties } } });
    expect((await sendEvents(titleChange(contact, eventId, title))).status).toBe(200);
    await world.main.runJobs();
    return (await leadOf(contact.properties['email']!)).custom_fields['jobtitle'];
  };
  const before = (await leadOf(contact.properties['email']!)).custom_fields['jobtitle'];
  expect(await titleAfter(false, 8, 'Director')).toBe(before);
  expect(await titleAfter(true, 9, 'Partner')).toBe('Partner');
});

it('keeps connections apart by workspace', async () => {
  const stranger = await world.main.signIn();
  for (const asked of [
    () => hubspot(stranger).readHubSpot({ params }),
    () => hubspot(stranger).importHubSpot({ params, body: {} }),
    () => api(stranger).syncLog({ params }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('connects again where the settings of before cannot be read, with those of a new connection', async () => {
  const owner = await world.main.signIn();
  const { id } = await world.connect(owner, 'HUBSPOT');
  await world.main.test.query(`update integration set settings = '{}' where id = $1`, [id]);
  expect(await world.connect(owner, 'HUBSPOT')).toMatchObject({ id });
  const { settings } = await hubspot(owner).readHubSpot({ params: { integrationId: id } });
  expect(settings).toEqual(defaultHubSpotSettings);
});

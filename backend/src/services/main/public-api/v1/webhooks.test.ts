import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi, type Api } from './testing';

let main: TestMain;
let me: SignedIn;
let api: Api;
let campaignId: number;
const webhook_url = 'https://hooks.company.test/in';

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  api = await wireApi(main, me);
  campaignId = ((await api('POST', '/campaigns/create')).json as { id: number }).id;
});
afterAll(() => main.close());

interface Saved {
  ok: boolean;
  id: number;
  name: string;
  event_type_map: Record<string, boolean>;
  category_id_map: Record<string, boolean>;
}
const path = () => `/campaigns/${campaignId}/webhooks`;
const save = async (body: unknown) => (await api('POST', path(), body)).json as Saved;

describe('webhooks of a campaign', () => {
  test('are made, listed and changed, with categories by name', async () => {
    const saved = await save({
      id: null,
      name: 'CRM',
      webhook_url,
      event_types: ['EMAIL_SENT', 'LEAD_CATEGORY_UPDATED'],
      categories: ['Interested', 'not interested'],
    });
    expect(saved).toEqual({
      ok: true,
      id: expect.any(Number),
      name: 'CRM',
      webhook_url,
      email_campaign_id: campaignId,
      event_type_map: { EMAIL_SENT: true, LEAD_CATEGORY_UPDATED: true },
      category_id_map: { 1: true, 3: true },
    });
    expect((await api('GET', path())).json).toMatchObject([
      {
        id: saved.id,
        name: 'CRM',
        webhook_url,
        email_campaign_id: campaignId,
        event_types: ['EMAIL_SENT', 'LEAD_CATEGORY_UPDATED'],
        categories: ['Interested', 'Not Interested'],
      },
    ]);
    expect(await save({ id: saved.id, name: 'Renamed', webhook_url, event_types: ['EMAIL_OPEN'] })).toMatchObject({
      id: saved.id,
      name: 'Renamed',
      event_type_map: { EMAIL_OPEN: true },
    });
  });

  test('all spellings of body and events are read', async () => {
    expect(
      (
        await save({
          webhook_url,
          events: ['EMAIL_OPENED', 'EMAIL_CLICKED', 'LINK_CLICKED', 'SEQUENCE_COMPLETED'],
          active: true,
        })
      ).event_type_map,
    ).toEqual({ EMAIL_OPEN: true, EMAIL_LINK_CLICK: true });
    expect(
      (await save({ webhook_url, events: ['LEAD_REPLIED', 'email_bounced'], is_active: true })).event_type_map,
    ).toEqual({ EMAIL_REPLY: true, EMAIL_BOUNCE: true });
    const named = await save({
      webhook_id: null,
      webhook_name: 'N8N',
      webhook_url,
      event_types: ['UNSUBSCRIBE', 'EMAIL_UNSUBSCRIBED', 'CAMPAIGN_STATUS_CHANGE'],
      secret_key: 'a-long-secret',
    });
    expect(named).toMatchObject({
      name: 'N8N',
      event_type_map: { LEAD_UNSUBSCRIBED: true, CAMPAIGN_STATUS_CHANGED: true },
    });
    expect(
      (
        await main.test.query<{ has: boolean }>('select secret_sealed is not null as has from webhook where id = $1', [
          named.id,
        ])
      )[0]?.has,
    ).toBe(true);
    expect(await api('POST', path(), { webhook_url, event_types: ['NO_SUCH_EVENT'] })).toMatchObject({ status: 400 });
    expect(await api('POST', path(), { webhook_url: 'ftp://x', event_types: ['EMAIL_SENT'] })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['webhook_url'] } },
    });
    expect(await api('POST', path(), { webhook_url })).toMatchObject({
      status: 400,
      json: { validation: { keys: ['event_types'] } },
    });
  });

  test('go by body or by address; without an id only where the campaign has one', async () => {
    const [one, two] = [
      await save({ webhook_url, event_types: ['EMAIL_SENT'] }),
      await save({ webhook_url, event_types: ['EMAIL_SENT'] }),
    ];
    expect((await api('DELETE', path(), { id: one.id })).json).toEqual({ ok: true });
    expect((await api('DELETE', `${path()}/${two.id}`)).json).toEqual({ ok: true });
    expect((await api('DELETE', `${path()}/${two.id}`)).status).toBe(404);
    expect((await api('DELETE', path())).status).toBe(400);
    const elsewhere = ((await api('POST', '/campaigns/create')).json as { id: number }).id;
    const other = (
      (await api('POST', `/campaigns/${elsewhere}/webhooks`, { webhook_url, event_types: ['EMAIL_SENT'] }))
        .json as Saved
    ).id;
    expect((await api('DELETE', path(), { id: other })).status).toBe(404);
    // One is clear without an id, also with an empty body; none is not there.
    const only = `/campaigns/${elsewhere}/webhooks`;
    expect((await api('DELETE', only)).json).toEqual({ ok: true });
    expect((await api('GET', only)).json).toEqual([]);
    expect((await api('DELETE', only)).status).toBe(404);
  });

  test('the summary counts deliveries, and failed ones are sent again', async () => {
    const { id } = await save({ webhook_url, event_types: ['EMAIL_SENT'] });
    for (const state of ['FAILED', 'FAILED', 'DELIVERED'])
      await main.test.query(
        `
          insert into webhook_delivery (workspace_id, webhook_id, event_type, payload, state, attempts)
          values ($1, $2, 'EMAIL_SENT', '{}', $3, 8)
        `,
        [me.workspaceId, id, state],
      );
    const range = {
      fromTime: new Date(Date.now() - 3_600_000).toISOString(),
      toTime: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const summary = async (query: string) => (await api('GET', `${path()}/summary${query}`)).json;
    expect(await summary(`?${new URLSearchParams(range)}`)).toMatchObject({
      ok: true,
      data: {
        total: 3,
        success: 1,
        failed: 2,
        waiting: 0,
        summary: [{ webhook_id: id, event_type: 'EMAIL_SENT', total: 3 }],
        timeRange: { from: range.fromTime, to: range.toTime },
      },
    });
    expect(await summary('')).toMatchObject({ data: { timeRange: { from: expect.any(String) } } });
    expect((await api('POST', `${path()}/retrigger-failed-events`, range)).json).toEqual({
      ok: true,
      retriggered_count: 2,
    });
    expect(await summary(`?${new URLSearchParams(range)}`)).toMatchObject({ data: { failed: 0, waiting: 2 } });
    expect((await api('POST', `${path()}/retrigger-failed-events`)).status).toBe(400);
  });
});

describe('webhooks of the workspace', () => {
  test('are made for the workspace, a client or a campaign, by name and by number', async () => {
    const make = async (body: Record<string, unknown>, at = '/webhook/create') =>
      (await api('POST', at, { webhook_url, event_type_map: { EMAIL_REPLY: true, EMAIL_SENT: false }, ...body }))
        .json as { ok: boolean; id: number };
    const clientId = (
      (await api('POST', '/client/save', { name: 'Client', email: 'hooked@client.test' })).json as { clientId: number }
    ).clientId;
    const user = await make({ association_type: 'user', name: 'All', category_id_map: { 1: true } });
    expect(user).toMatchObject({ ok: true, webhook_url });
    expect((await api('GET', `/webhook/${user.id}`)).json).toMatchObject({
      ok: true,
      data: {
        id: user.id,
        name: 'All',
        webhook_url,
        email_campaign_id: null,
        event_type_map: { EMAIL_REPLY: true },
        category_id_map: { 1: true },
      },
    });
    for (const association of ['campaign', 3, '3'])
      expect(
        (
          await api(
            'GET',
            `/webhook/${(await make({ association_type: association, email_campaign_id: campaignId })).id}`,
          )
        ).json,
      ).toMatchObject({ data: { email_campaign_id: campaignId } });
    for (const association of ['client', 2])
      expect(
        (await api('GET', `/webhooks/${(await make({ association_type: association, client_id: clientId })).id}`)).json,
      ).toMatchObject({ data: { client_id: clientId } });
    expect(
      (await api('POST', '/webhook/create', { webhook_url, event_types: ['EMAIL_SENT'], association_type: 'campaign' }))
        .status,
    ).toBe(400);
    expect(
      (
        await api('POST', '/webhook/create', {
          webhook_url,
          event_types: ['EMAIL_SENT'],
          association_type: 'campaign',
          email_campaign_id: 2_000_000_000,
        })
      ).status,
    ).toBe(404);
    expect((await api('GET', '/webhook')).status).toBe(404);
    // One that was meant for a campaign or a client never hears of all.
    for (const meant of [{ email_campaign_id: campaignId }, { client_id: clientId }])
      expect(
        await api('POST', '/webhook/create', { webhook_url, event_types: ['EMAIL_SENT'], ...meant }),
      ).toMatchObject({ status: 400, json: { message: expect.stringContaining('association_type') as string } });
  });

  test('are changed and deleted, also at the addresses of older clients', async () => {
    const id = (
      (await api('POST', '/webhooks', { name: 'Older', url: webhook_url, events: ['EMAIL_SENT'] })).json as {
        id: number;
      }
    ).id;
    expect(
      (
        await api('PUT', `/webhook/update/${id}`, {
          name: 'New',
          event_types: ['EMAIL_OPEN'],
          categories: ['Interested'],
        })
      ).json,
    ).toMatchObject({ ok: true, id });
    expect((await api('PATCH', `/webhooks/${id}`, { url: `${webhook_url}/2` })).json).toMatchObject({ ok: true });
    expect((await api('GET', `/webhook/${id}`)).json).toMatchObject({
      data: {
        name: 'New',
        webhook_url: `${webhook_url}/2`,
        event_type_map: { EMAIL_OPEN: true },
        category_id_map: { 1: true },
      },
    });
    expect((await api('DELETE', '/webhook/delete', { id })).json).toEqual({ ok: true });
    expect((await api('GET', `/webhook/${id}`)).status).toBe(404);
    const other = (
      (await api('POST', '/webhooks', { url: webhook_url, events: ['EMAIL_SENT'] })).json as { id: number }
    ).id;
    expect((await api('DELETE', `/webhooks/${other}`)).json).toEqual({ ok: true });
  });
});

describe('clients', () => {
  test('are made, changed and listed under the field names of the wire, and log in with their password once their address is confirmed', async () => {
    const saved = (
      await api('POST', '/client/save', {
        name: 'Agency client',
        email: 'One@Client.test',
        password: 'a-long-password',
        permission: ['reply_master_inbox'],
        logo: null,
        logo_url: null,
      })
    ).json as { clientId: number };
    expect(saved).toEqual({
      ok: true,
      id: saved.clientId,
      clientId: expect.any(Number),
      name: 'Agency client',
      email: 'one@client.test',
      password: null,
    });
    expect(
      (
        await api('POST', '/client/save', {
          id: saved.clientId,
          name: 'Renamed',
          email: 'one@client.test',
          permission: ['full_access'],
        })
      ).json,
    ).toMatchObject({ clientId: saved.clientId });
    expect((await api('POST', '/client', { name: 'Alias', email: 'two@client.test' })).json).toMatchObject({
      ok: true,
    });
    const clients = (await api('GET', '/client/')).json as { id: number; email: string }[];
    expect(clients.find((client) => client.id === saved.clientId)).toMatchObject({
      name: 'Renamed',
      email: 'one@client.test',
      uuid: expect.any(String),
      user_id: me.userId,
      logo: null,
      client_permision: { permission: ['full_access'], retricted_category: [] },
    });
    expect(clients.map((client) => client.email)).toContain('two@client.test');
    const logIn = () =>
      main.app.request('/api/client/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'one@client.test', password: 'a-long-password' }),
      });
    expect((await logIn()).status).toBe(400);
    await main.test.query(`update app_user set is_email_verified = true where email = 'one@client.test'`);
    expect((await logIn()).status).toBe(200);
    expect((await api('POST', '/client/save', { name: 'Again', email: 'one@client.test' })).status).toBe(400);
    expect((await api('POST', '/client/save', { id: 2_000_000_000, name: 'No', email: 'no@client.test' })).status).toBe(
      404,
    );
    expect((await api('POST', '/client/save', { name: 'No address' })).status).toBe(400);
  });
});

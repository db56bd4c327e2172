import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import type { SignedIn } from '#main/testing';
import { createIntegrationWorld, type IntegrationWorld } from '../testing';

let world: IntegrationWorld;
let me: SignedIn;

beforeAll(async () => {
  world = await createIntegrationWorld();
  me = await world.main.signIn();
});
afterAll(() => world.main.close());
beforeEach(() => {
  world.sandbox.slack.posted.length = 0;
});

const api = (person = me) => world.main.asClient(integrationsContract, person);
const webhooks = (person = me) => world.main.asClient(webhooksContract, person);

const reply = (name: string, category: number, words: string) => world.reply(me, { name, category, words });

it('posts a positive reply to the chosen channel at once, as a message that can be read and answered', async () => {
  const slack = await world.connect(me, 'SLACK');
  const { channels } = await api().slackChannels({ params: { integrationId: slack.id } });
  expect(channels.map(({ name }) => name)).toEqual(['replies', 'sales', 'alerts']);
  await webhooks().createWebhook({
    body: {
      name: 'Positive replies',
      destination: 'SLACK',
      channel: 'C0REPLIES',
      channel_name: 'replies',
      event_types: ['EMAIL_REPLY'],
      categories: ['Interested', 'Meeting Request'],
    },
  });
  const { enrolmentId, leadId } = await reply(
    'Priya',
    1,
    'Yes, <!channel> send me & my boss a time.\n\nOn Mon, 1 Nov 2026 you wrote:\n> Hello',
  );
  await reply('Nolan', 3, 'No.');
  await world.deliver();
  expect(world.sandbox.slack.posted).toHaveLength(1);
  const [message] = world.sandbox.slack.posted;
  expect(message).toMatchObject({ channel: 'replies', text: expect.stringContaining('Priya replied') as string });
  const text = JSON.stringify(message?.blocks);
  // A stranger cannot mention the channel or put a link into our message.
  expect(text).toContain('&lt;!channel&gt; send me &amp; my boss a time.');
  expect(text).not.toContain('wrote:');
  expect(text).toContain(`/app/master-inbox/replies/${enrolmentId}`);
  expect(text).toContain(`/app/lead/${leadId}/view`);
  const [view] = (await api().listIntegrations({})).integrations;
  expect(view).toMatchObject({ kind: 'SLACK', state: 'CONNECTED', is_sandbox: true, figures: { waiting: 0 } });
  expect(view?.last_sync_at).not.toBeNull();
  expect(JSON.stringify(view)).not.toContain('xoxb');
});

it('says that a channel was archived, keeps what could not be delivered, and delivers it to another channel', async () => {
  const [slack] = (await api().listIntegrations({})).integrations;
  const params = { integrationId: slack!.id };
  world.sandbox.slack.channels.get('C0REPLIES')!.is_archived = true;
  await reply('Erik', 2, 'Tuesday works.');
  await world.deliver();
  expect(world.sandbox.slack.posted).toHaveLength(0);
  expect((await api().listIntegrations({})).integrations[0]).toMatchObject({
    state: 'FAILING',
    error: { code: 'is_archived', text: expect.stringContaining('Choose another channel') as string },
    figures: { waiting: 1 },
  });
  expect(await api().moveAlerts({ params, body: { channel: 'C0SALES', channel_name: 'sales' } })).toEqual({
    moved: 1,
    retried: 1,
  });
  await world.deliver();
  expect(world.sandbox.slack.posted).toMatchObject([
    { channel: 'sales', text: expect.stringContaining('Erik') as string },
  ]);
  expect((await api().listIntegrations({})).integrations[0]).toMatchObject({ state: 'CONNECTED', error: null });
  const log = await api().syncLog({ params });
  expect(log.rows[0]).toMatchObject({ direction: 'OUT', state: 'SAVED', result: 'in #sales', attempts: 2 });
});

it('takes an incoming webhook, never returns its address, and pauses without losing a message', async () => {
  const other = await world.main.signIn();
  const secret = world.sandbox.slack.webhook;
  await expect(
    webhooks(other).createWebhook({ body: { name: 'x', destination: 'SLACK', event_types: ['EMAIL_REPLY'] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(
    webhooks(other).createWebhook({
      body: { name: 'x', destination: 'SLACK', webhook_url: 'https://example.com/x', event_types: ['EMAIL_REPLY'] },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  const webhook = await webhooks(other).createWebhook({
    body: { name: 'Alerts', destination: 'SLACK', webhook_url: secret, event_types: ['EMAIL_REPLY'] },
  });
  expect(JSON.stringify(webhook)).not.toContain('sandboxreplies');
  world.sandbox.slack.channels.get('C0REPLIES')!.is_archived = false;
  const delivery = await webhooks(other).testWebhook({
    params: { webhookId: webhook.id },
    body: { event_type: 'EMAIL_REPLY' },
  });
  expect(delivery).toMatchObject({ state: 'DELIVERED' });
  expect(world.sandbox.slack.posted[0]?.text).toContain('Sample Lead replied');
  const [slack] = (await api().listIntegrations({})).integrations;
  const params = { integrationId: slack!.id };
  await api().changeIntegration({ params, body: { is_paused: true } });
  await reply('Tara', 1, 'Call me.');
  world.sandbox.slack.posted.length = 0;
  await api().changeIntegration({ params, body: { is_paused: false } });
  await world.deliver();
  expect(world.sandbox.slack.posted.map(({ text }) => text)).toEqual([expect.stringContaining('Tara')]);
});

it('binds a consent to the person who began it, and disconnects with everything that was fed by it', async () => {
  const stranger = await world.main.signIn();
  const { url } = await api(stranger).startOAuth({ body: { kind: 'SLACK' } });
  const state = new URL(url).searchParams.get('state') ?? '';
  await expect(api().finishOAuth({ body: { code: 'x', state } })).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(api(stranger).finishOAuth({ body: { code: 'stolen', state } })).rejects.toMatchObject({
    code: 'UPSTREAM',
  });
  const [slack] = (await api().listIntegrations({})).integrations;
  expect(slack?.stops[0]).toContain('1 alert will be deleted');
  await expect(api(stranger).disconnect({ params: { integrationId: slack!.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await api().disconnect({ params: { integrationId: slack!.id } });
  expect((await api().listIntegrations({})).integrations).toEqual([]);
  expect((await webhooks().listWebhooks({})).webhooks).toEqual([]);
});

import { createTransport } from 'nodemailer';
import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { hubSpotContract } from '@skein/contracts/main/hubspot.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { createChatAccess } from '#platform/ai/chat-access';
import type { AskServer } from '#platform/http/ask-server';
import { createSandboxIntegrations, type SandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import { inboxSyncDeps, startInboxSync } from '#inbox/inbox.api';
import { startModelService, type ModelService } from '#inbox/assistant/testing';
import { startWebhookWorker, webhookDeps } from '#notices/notices.api';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { hubSpotSender } from './integrations.api';
import { connectProduct } from './testing';

/** From a mail at the server to the products that hear of it, with the workers of the product and real connections between them. */
const [first, second, third] = ['jonas.whitfield', 'sofia.grant', 'hanna.virtanen'].map(
  (name) => `silent.${name}@prospects.test`,
) as [string, string, string];
const hour = 3_600_000;
let world: SendingWorld;
let sandbox: SandboxIntegrations;
let model: ModelService;
const workers: { stop(): Promise<void> }[] = [];
/** What vendors were asked and took. */
const asked: { url: string; body: string }[] = [];
const waiting = new Set<() => void>();

/** Resolves when a vendor has taken a request with these words. */
async function taken(url: string, words: string): Promise<void> {
  for (;;) {
    if (asked.some((one) => one.url.includes(url) && one.body.includes(words))) return;
    await new Promise<void>((resolve) => waiting.add(resolve));
  }
}

beforeAll(async () => {
  world = await createSendingWorld();
  const { main } = world;
  sandbox = createSandboxIntegrations({
    pagesUrl: 'http://localhost:3000/sandbox/integrations',
    publicUrl: 'http://localhost:3000',
    now: () => main.realClock.now(),
    secret: 'test-secret',
    deliver: async () => undefined,
  });
  const ask: AskServer = async (request) => {
    const answer = await sandbox.access.ask(request);
    if (answer.status < 300) asked.push({ url: request.url, body: String(request.body ?? '') });
    for (const wake of waiting) wake();
    waiting.clear();
    return answer;
  };
  main.deps.integrations = { ...sandbox.access, ask };
  main.deps.chat = createChatAccess({ allowPrivateAddresses: true });
  model = await startModelService();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await model.close();
  await world.close();
});

const leadOf = async (email: string) =>
  (
    await world.main.test.query<{ message_id: string; category_id: number | null; category_by: string | null }>(
      `
        select e.last_message_id as message_id, e.category_id, e.category_by
        from enrolment e
        join lead l on l.id = e.lead_id
        where l.email = $1 and e.workspace_id = $2
      `,
      [email, world.me.workspaceId],
    )
  )[0]!;

async function answer(email: string, text: string): Promise<void> {
  const { message_id: inReplyTo } = await leadOf(email);
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail({ from: email, to: 'rosa@northlight.test', subject: 'Re: Hello', text, inReplyTo });
  transport.close();
}

test('contacts of HubSpot become leads and are mailed', async () => {
  const { main, me } = world;
  const { id: integrationId } = await connectProduct(main, sandbox, me, 'HUBSPOT');
  await main.asClient(hubSpotContract, me).importHubSpot({ params: { integrationId }, body: {} });
  await main.runJobs();
  const mailboxId = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  await world.campaign({
    mailboxIds: [mailboxId],
    leads: [first, second, third],
    settings: { min_time_btwn_emails: 3 },
  });
  await world.runUntil(main.clock.now() + hour);
  for (const email of [first, second, third]) expect((await leadOf(email)).message_id).not.toBeNull();
});

test('a positive reply is in Slack as soon as the mail server tells of it, and on the contact in HubSpot', async () => {
  const { main, me } = world;
  await connectProduct(main, sandbox, me, 'SLACK');
  await main.asClient(webhooksContract, me).createWebhook({
    body: {
      name: 'Positive replies',
      destination: 'SLACK',
      channel: 'C0REPLIES',
      channel_name: 'replies',
      event_types: ['EMAIL_REPLY'],
      categories: ['Interested', 'Meeting Request', 'Information Request'],
    },
  });
  workers.push(
    startInboxSync({
      ...inboxSyncDeps(main.deps),
      clock: { scale: () => 60 },
      // Never while a test runs: a reply is found because the server tells of it.
      fullReadEvery: () => 24 * hour,
    }),
    startWebhookWorker({ ...webhookDeps(main.deps), senders: { HUBSPOT: hubSpotSender } }),
  );
  await answer(first, 'Yes, I am interested. Please send me a time for a call.');
  await taken('chat.postMessage', 'Please send me a time for a call');
  // The mailbox is connected now and waits, as for everybody who is not the first.
  await answer(second, 'Yes please, we are interested. Tell me more.');
  await taken('chat.postMessage', 'Tell me more');
  await taken('/crm/v3/objects/emails', 'Please send me a time for a call');
  // The rules found the category, and HubSpot hears of it as of one that a person chose.
  await taken('/crm/v3/objects/contacts/', '"hs_lead_status"');
  const contact = [...sandbox.hubspot.contacts.values()].find((one) => one.properties['email'] === first)!;
  expect(sandbox.hubspot.engagements.find((one) => one.contact === contact.id && one.kind === 'emails')).toBeTruthy();
  expect(await leadOf(first)).toMatchObject({ category_id: 1, category_by: 'RULE' });
});

test('a category of the workspace is found by a model from its description, and Slack is told', async () => {
  const { main, me } = world;
  const category = await main.asClient(categoriesContract, me).createCategory({
    body: { name: 'Partner', description: 'Wants to resell the product' },
  });
  const assistant = main.asClient(assistantContract, me);
  await assistant.connectAssistant({ body: { base_url: model.address, api_key: model.key, model: 'gpt-4o' } });
  await assistant.changeAssistant({ body: { sorts_replies: true } });
  await main.asClient(webhooksContract, me).createWebhook({
    body: {
      name: 'Partners',
      destination: 'SLACK',
      channel: 'C0SALES',
      channel_name: 'sales',
      event_types: ['LEAD_CATEGORY_UPDATED'],
      categories: ['Partner'],
    },
  });
  model.says = () => JSON.stringify({ category_id: category.id, confidence: 93, words: 'resell this in Norway' });
  await answer(third, 'We would like to resell this in Norway.');
  await taken('/crm/v3/objects/emails', 'resell this in Norway');
  await main.runJobs();
  await taken('chat.postMessage', 'is now Partner');
  expect(model.asked[0]?.system).toContain('Wants to resell the product');
  expect(await leadOf(third)).toMatchObject({ category_id: category.id, category_by: 'AI' });
});

import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { Readable } from 'node:stream';
import { sandboxWriter } from '#sandbox/ai/sandbox-writer';
import { emailed } from './campaigns';
import { idOf, type Asked, type Prepared, type Preparations } from './prepared-route';

const service = { base_url: sandboxWriter.baseUrl, api_key: sandboxWriter.key };

/** The workspace has an AI service. */
async function withAssistant({ services, person }: Asked): Promise<Prepared> {
  await services.asClient(assistantContract, person).useSandboxAssistant({ body: {} });
  return {};
}

export const inboxPreparations: Preparations = {
  'PATCH /api/assistant': withAssistant,
  'POST /api/campaigns/:campaignId/ai-writing': async ({ services, person }) => {
    await services.asClient(aiWritingContract, person).useSandboxWriter({ body: {} });
    return { body: { about: 'Warm offices with half the heating bill' } };
  },
  'PUT /api/ai-writing/key': async () => ({ body: { ...service, default_model: 'gpt-4o-mini' } }),
  'PUT /api/assistant/service': async () => ({ body: { ...service, model: 'gpt-4o-mini' } }),
  'POST /api/assistant/try': async (asked) => ({
    ...(await withAssistant(asked)),
    body: { reply: 'Could you send me the price list for 40 seats?' },
  }),
  'POST /api/campaigns/:campaignId/leads/:enrolmentId/ask': async (asked) => ({
    ...(await withAssistant(asked)),
    body: { question: 'Why did they get no email?' },
  }),
  'POST /api/inbox/conversations/:enrolmentId/ai-draft': withAssistant,
  'POST /api/inbox/bulk-changes': async ({ services, own }) => {
    await services.main.test.query('update enrolment set last_inbound_at = now(), is_read = false where id = $1', [
      own['enrolmentId'],
    ]);
    return {};
  },
  'POST /api/untracked-replies/:replyId/associate': async (asked) => {
    await emailed(asked);
    return { body: { enrolment_id: asked.own['enrolmentId'], remember_address: true } };
  },
  'GET /api/inbox/messages/:messageId/document': async ({ services, person, own }) => {
    const { url } = await services
      .asClient(inboxContract, person)
      .openDocument({ params: { messageId: idOf(own, 'messageId') } });
    return { query: Object.fromEntries(new URL(url, 'http://localhost').searchParams) };
  },
  'GET /api/inbox/messages/:messageId/attachments/:index': async ({ services, person, own }) => {
    const key = `inbox/${person.workspaceId}/fixture`;
    await services.main.deps.files.put(key, Readable.from(['%PDF-']), { type: 'application/pdf', maximum: 5 });
    await services.main.test.query('update message set attachments = $2 where id = $1', [
      own['messageId'],
      JSON.stringify([{ storage_key: key, name: 'prices.pdf', content_type: 'application/pdf', size: 5 }]),
    ]);
    return {};
  },
  'POST /api/inbox/outgoing/:statsId/send-now': async ({ services, own }) => {
    await services.main.test.query(`update intent set drafted_by = 'AI' where stats_id = $1`, [own['statsId']]);
    return {};
  },
};

import { attachmentsContract } from '@skein/contracts/main/attachments.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { signTrackingToken } from '#platform/tracking/tracking-token';
import { given } from '#lifecycle/lead-state/testing';
import { connectedMailbox } from './deliverability';
import { idOf, type Asked, type Prepared, type Preparations } from './prepared-route';

/** A manual step, and an email a day later. @returns the steps */
async function saveSteps({ services, person, own }: Asked) {
  const text = { subject: 'Call them', email_body: '<p>Ask about the dock.</p>' };
  const { steps } = await services.asClient(sequencesContract, person).saveSequence({
    params: { campaignId: idOf(own, 'campaignId') },
    body: {
      steps: [
        { seq_type: 'MANUAL', variants: [text] },
        { seq_type: 'EMAIL', seq_delay_details: { delayInDays: 1 }, variants: [text] },
      ],
    },
  });
  return steps;
}

/** The lead of the fixture stands at a manual step. */
async function waitsManually(asked: Asked): Promise<Prepared> {
  const [step] = await saveSteps(asked);
  await given(asked.services.main)
    .lead(asked.own['enrolmentId'] as number)
    .waitsManually(step!.id);
  return {};
}

/** Nothing keeps the campaign from being launched. */
async function ready(asked: Asked): Promise<void> {
  const { services, person, own } = asked;
  const params = { campaignId: idOf(own, 'campaignId') };
  const { id } = await connectedMailbox(asked, 'sends');
  await services.main.test.query(
    'insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)',
    [person.workspaceId, own['campaignId'], id],
  );
  await saveSteps(asked);
  await services.asClient(campaignsContract, person).saveSchedule({ params, body: { holidays: [] } });
}

/** An email of the campaign that the lead of the fixture got. @returns its id */
export async function emailed({ services: { main }, person, own }: Asked): Promise<bigint> {
  const [mail] = await main.test.query<{ id: string }>(
    `
      insert into intent (
        workspace_id, campaign_id, enrolment_id, mailbox_id, kind, state, slot_at, send_at, sent_at, message_id,
          envelope_id, to_email, subject
      )
      values ($1, $2, $3, $4, 'CAMPAIGN', 'SENT', now(), now(), now(), $5, $5, $6, 'Hello')
      returning id
    `,
    [
      person.workspaceId,
      own['campaignId'],
      own['enrolmentId'],
      own['mailboxId'],
      `<${randomUUID()}@company.test>`,
      own['leadEmail'],
    ],
  );
  await given(main)
    .lead(own['enrolmentId'] as number)
    .emailed();
  return BigInt(mail!.id);
}

/** What a link or the pixel of an email says. */
async function trackingToken(asked: Asked, purpose: 'open' | 'click' | 'unsubscribe'): Promise<Prepared> {
  const key = derivePurposeKey(asked.services.main.deps.masterKey, 'tracking');
  const intentId = await emailed(asked);
  await asked.services.main.test.query('update intent set links = $2 where id = $1', [
    String(intentId),
    JSON.stringify(['https://company.test/offer']),
  ]);
  return { params: { token: signTrackingToken(key, { purpose, intentId, linkIndex: 0 }) } };
}

export const campaignPreparations: Preparations = {
  'POST /api/campaigns/:campaignId/status': async (asked) => {
    await ready(asked);
    return { body: { action: 'START' } };
  },
  'POST /api/campaigns/bulk/status': async (asked) => {
    await ready(asked);
    return { body: { campaign_ids: [asked.own['campaignId']], action: 'START' } };
  },
  'POST /api/v1/campaigns/:campaignId/status': async (asked) => {
    await ready(asked);
    return { body: { status: 'START' } };
  },
  'POST /api/campaigns/:campaignId/leads/:enrolmentId/complete-step': waitsManually,
  'POST /api/v1/campaigns/:campaignId/leads/:leadId/manual-complete': waitsManually,
  'GET /api/campaigns/:campaignId/sequences/versions/:version': async (asked) => {
    await saveSteps(asked);
    return {};
  },
  'GET /api/campaigns/:campaignId/sequences/send-test/:testMailId': async (asked) => {
    const { id: mailboxId } = await connectedMailbox(asked, 'tests');
    await saveSteps(asked);
    const { id } = await asked.services.asClient(sequencesContract, asked.person).sendTest({
      params: { campaignId: idOf(asked.own, 'campaignId') },
      body: { seq_number: 2, mailbox_id: mailboxId as never, to: 'ada@prospects.test' },
    });
    return { params: { testMailId: id } };
  },
  'POST /api/campaigns/:campaignId/sequences/attachments/open': async ({ services, person, own }) => {
    const { storage_key: key } = await services.asClient(attachmentsContract, person).signStepAttachment({
      params: { campaignId: idOf(own, 'campaignId') },
      body: { name: 'prices.pdf', content_type: 'application/pdf', size: 5 },
    });
    await services.main.deps.files.put(key, Readable.from(['%PDF-']), { type: 'application/pdf', maximum: 5 });
    return { body: { storage_key: key, name: 'prices.pdf' } };
  },
  'POST /api/campaigns/:campaignId/versions/restore': async ({ services, person, own }) => {
    const params = { campaignId: idOf(own, 'campaignId') };
    await services.asClient(campaignsContract, person).updateCampaign({ params, body: { follow_up_percentage: 60 } });
    return { body: { area: 'settings', version: 1 } };
  },
  'POST /u/:token': (asked) => trackingToken(asked, 'unsubscribe'),
  'GET /u/:token': (asked) => trackingToken(asked, 'unsubscribe'),
  'GET /o/:token': (asked) => trackingToken(asked, 'open'),
  'GET /c/:token': (asked) => trackingToken(asked, 'click'),
};

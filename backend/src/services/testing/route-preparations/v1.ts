import { v1SendEmailContract } from '@skein/contracts/v1/send-email.contract';
import { connectedMailbox } from './deliverability';
import type { Asked, Prepared, Preparations } from './prepared-route';

const colleague = ['colleague@company.test'];

/** An email to one person, from a mailbox that sends. */
async function singleEmail(asked: Asked) {
  const { id } = await connectedMailbox(asked, 'single');
  return { to: 'ada@prospects.test', subject: 'Hello', body: '<p>Hi</p>', fromEmailId: id };
}

const spamTest = ({ person, own }: Asked) => ({
  ...{ test_name: 'Fixture', campaign_id: own['campaignId'], sequence_mapping_id: own['stepId'] },
  sender_accounts: [`fixture-${person.workspaceId}@company.test`],
});

const tagged = async ({ own }: Asked): Promise<Prepared> => ({
  body: { email_account_ids: [own['mailboxId']], tag_ids: [own['tagId']] },
});

const ofClientKey = async ({ own }: Asked): Promise<Prepared> => ({ body: { id: own['clientKeyId'] } });

/** The public API; routes that take a body like those of the screens have theirs in `route-fixtures/bodies.ts`. */
export const v1Preparations: Preparations = {
  'POST /api/v1/campaigns/:campaignId/forward-email': async ({ person, own }) => ({
    body: {
      stats_id: own['statsId'],
      message_id: `<fixture-${person.workspaceId}@company.test>`,
      to_emails: colleague,
    },
  }),
  'POST /api/v1/campaigns/:campaignId/leads/:leadId/forward': async () => ({ body: { forward_to_email: colleague } }),
  'POST /api/v1/email-campaigns/forward-reply-email': async ({ own }) => ({
    body: { campaign_id: own['campaignId'], lead_id: own['leadId'], to: colleague },
  }),
  'POST /api/v1/email-accounts/:mailboxId/fetch-messages': async (asked) => ({
    params: { mailboxId: (await connectedMailbox(asked, 'read')).id },
  }),
  'POST /api/v1/email-accounts/tag-mapping': tagged,
  'DELETE /api/v1/email-accounts/tag-mapping': tagged,
  'DELETE /api/v1/leads/delete-domain-block-list': async ({ services, person }) => {
    const [entry] = await services.main.test.query<{ id: number }>(
      `select id from suppression where workspace_id = $1 and kind = 'domain' limit 1`,
      [person.workspaceId],
    );
    return { query: { id: entry!.id } };
  },
  'GET /api/v1/master-inbox/reply-status': async ({ services, own }) => {
    const [mail] = await services.main.test.query<{ message_id: string }>(
      'select message_id from intent where stats_id = $1',
      [own['statsId']],
    );
    return { query: { message_id: mail!.message_id } };
  },
  'POST /api/v1/master-inbox/set-reminder': async ({ own }) => ({
    body: { email_lead_map_id: own['enrolmentId'], reminder_time: '2027-01-05T09:00:00.000Z' },
  }),
  'POST /api/v1/send-email/initiate': async (asked) => ({ body: await singleEmail(asked) }),
  'GET /api/v1/send-email/:statsId/status': async (asked) => {
    const { data } = await asked.services
      .asClient(v1SendEmailContract, asked.person)
      .initiateEmail({ body: await singleEmail(asked) });
    return { params: { statsId: data.stats_id } };
  },
  'PUT /api/v1/client/api-key': ofClientKey,
  'DELETE /api/v1/client/api-key': ofClientKey,
  'POST /api/v1/spam-test/manual': async (asked) => ({ body: spamTest(asked) }),
  'POST /api/v1/spam-test/schedule': async (asked) => ({ body: { ...spamTest(asked), every_days: 1 } }),
};

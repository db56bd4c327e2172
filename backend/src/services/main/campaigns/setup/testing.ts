import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import type { SignedIn, TestMain } from '#main/testing';
import { addLeads } from '#leads/people/add-leads';
import { saveSequence } from '../sequences/save-sequence';
import type { Who } from '#access/campaign-access/campaign-scope';
import { setCampaignMailboxes } from '../campaign-mailboxes/choose-mailboxes';
import { createCampaign } from './create-campaign';
import { saveSchedule } from './save-schedule';

/** The person as operations take it. */
export const whoIs = (person: SignedIn): Who => ({
  workspaceId: person.workspaceId,
  userId: person.userId,
  role: 'OWNER',
  client: null,
});

/** A connected mailbox that nothing stands behind: for tests that never send. */
export async function addMailbox(
  main: TestMain,
  workspaceId: WorkspaceId,
  email = `sender-${randomUUID().slice(0, 8)}@sender.test`,
): Promise<number> {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username, is_smtp_success, is_imap_success
      )
      values ($1, 'Rosa Kessler', $2, 'mail.test', 587, $2, 'mail.test', 993, $2, true, true)
      returning id
    `,
    [workspaceId, email],
  );
  return (row as { id: number }).id;
}

export const emailStep = (
  body: string,
  more: Partial<StepInput> & { subject?: string; days?: number } = {},
): StepInput => {
  const { subject = '', days = 0, ...step } = more;
  return {
    seq_type: 'EMAIL',
    seq_delay_details: { delayInDays: days, delayInHours: 0, delayInMinutes: 0 },
    variant_distribution_type: 'MANUAL_EQUAL',
    detail: {},
    variants: [{ subject, email_body: body, is_paused: false }],
    ...step,
  };
};

/** A draft with two steps, a mailbox, a saved schedule and the given leads: ready to start. */
export async function readyCampaign(main: TestMain, person: SignedIn, emails: string[] = ['ada@company.test']) {
  const who = whoIs(person);
  const { id } = await createCampaign(main.deps, who, { name: 'Ready' });
  const mailboxId = await addMailbox(main, person.workspaceId);
  await setCampaignMailboxes(main.deps, who, id, [mailboxId]);
  await saveSchedule(main.deps, who, id, { timezone: 'Europe/Berlin' });
  await saveSequence(main.deps, who, id, {
    steps: [
      emailStep('<p>Hello {{first_name}}</p>', { subject: 'Docks at {{company_name}}' }),
      emailStep('<p>Any thoughts, {{first_name}}?</p>', { days: 3 }),
    ],
  });
  const added = await addLeads(main.deps, who, {
    campaignId: id,
    input: {
      leads: emails.map((email) => ({ email, first_name: 'Ada', company_name: 'Company' })),
    },
  });
  return { id, who, mailboxId, enrolmentIds: added.outcomes.map((row) => row.enrolment_id as number) };
}

/** The mailbox that an enrolment's email is reserved for. */
interface PlaceToReserve {
  campaignId: CampaignId;
  enrolmentId: EnrolmentId;
  mailboxId: MailboxId;
}

/** Reserves an e-mail as the engine does, for tests of what cancels it. */
export async function reserve(
  main: TestMain,
  workspaceId: WorkspaceId,
  { campaignId, enrolmentId, mailboxId }: PlaceToReserve,
): Promise<void> {
  await main.test.query(
    `
      with made as (
        insert into intent (
          workspace_id, campaign_id, enrolment_id, step_id, seq_number, mailbox_id, state, slot_at, send_at,
            message_id, envelope_id, to_email
        )
        select $1, $2, $3,
          (
            select id from sequence_step where campaign_id = $2 and not is_deleted order by seq_number limit 1
          ),
          1, $4, 'RESERVED', now(), now(), $5, $5, 'x@company.test'
        returning id
      )
      update enrolment
      set open_intent_id = made.id
      from made
      where enrolment.id = $3
    `,
    [workspaceId, campaignId, enrolmentId, mailboxId, randomUUID()],
  );
}

import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import type { SendingWorld } from '#sending/delivery/testing';

interface PlacedLead {
  id: number;
  campaign_id: CampaignId;
  status: string;
  reason: string | null;
  mailbox_id: MailboxId | null;
  next_due_at: Date | null;
  thread_subject: string | null;
  parent_enrolment_id: number | null;
  steps_sent: number;
  reason_detail: Record<string, unknown> | null;
  constraint_code: string | null;
}

/** What stands in the database about leads of a parent campaign and its subsequences. */
export function subsequenceRows({ main }: SendingWorld, parentId: CampaignId) {
  const query = <Row>(text: string, values: unknown[] = []) =>
    main.test.query<Row & Record<string, unknown>>(text, values) as Promise<Row[]>;
  const enrolment = async (email: string, campaignId: CampaignId) =>
    (
      await query<PlacedLead>(
        'select e.* from enrolment e join lead l on l.id = e.lead_id where l.email = $1 and e.campaign_id = $2',
        [email, campaignId],
      )
    )[0];
  const sentIntent = async (email: string, campaignId = parentId) =>
    (
      await query<{
        id: string;
        message_id: string;
        mailbox_id: MailboxId;
        in_reply_to: string | null;
        subject: string;
        sent_at: Date;
        references: string[];
      }>(
        `
          select *
          from intent
          where to_email = $1 and campaign_id = $2 and state = 'SENT'
          order by id desc
          limit 1
        `,
        [email, campaignId],
      )
    )[0];
  const pushes = (campaignId: CampaignId) =>
    query<{
      kind: string;
      outcome: string;
      skip_reason: string | null;
      email: string;
      at: Date;
      due_at: Date;
      message_id: string | null;
    }>(
      `
        select p.*, l.email
        from subsequence_push p
        join lead l on l.id = p.lead_id
        where p.campaign_id = $1
        order by p.id
      `,
      [campaignId],
    );
  return { query, enrolment, sentIntent, pushes };
}

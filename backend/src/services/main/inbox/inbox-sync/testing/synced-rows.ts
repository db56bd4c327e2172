import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import type { SendingWorld } from '#sending/delivery/testing';

interface LeadEnd {
  id: number;
  email: string;
  status: string;
  reason: string | null;
  category_id: number | null;
  category_by: string | null;
  steps_sent: number;
  reply_count: number;
  is_read: boolean;
  is_bounced: boolean;
  is_unsubscribed: boolean;
  lead_bounced: boolean;
  suppressed: string | null;
  hold_kind: string | null;
  hold_until: Date | null;
  first_sent_at: Date;
  last_sent_at: Date;
  ended_at: Date | null;
  thread_references: string[];
}

/** What stands in the database after the inboxes were read: how leads end, what arrived, and what it led to. */
export function syncedRows(world: () => SendingWorld) {
  const ends = async (campaignId: CampaignId) =>
    new Map(
      (
        await world().main.test.query<LeadEnd>(
          `
            select e.*, l.email, l.is_bounced as lead_bounced,
              (
                select source from suppression s where s.workspace_id = e.workspace_id and s.value = l.email
              ) as suppressed
            from enrolment e
            join lead l on l.id = e.lead_id
            where e.campaign_id = $1
            order by e.id
          `,
          [campaignId],
        )
      ).map((row) => [row.email, row]),
    );
  const messages = (where: string, values: unknown[] = []) =>
    world().main.test.query<{
      id: string;
      enrolment_id: EnrolmentId | null;
      direction: string;
      kind: string;
      from_email: string;
      untracked_state: string | null;
      suggestion: { enrolment_id: EnrolmentId; lead_email: string }[] | null;
      match: { by: string; evidence: { rule: string }[] };
      classification: { evidence: { rule: string }[] };
      at: Date;
      message_id: string;
      snippet: string;
      text_body: string;
    }>(`select * from message where ${where} order by id`, values);
  const events = async (campaignId: CampaignId) =>
    Object.fromEntries(
      (
        await world().main.test.query<{ kind: string; count: number }>(
          'select kind, count(*)::int as count from event where campaign_id = $1 group by 1',
          [campaignId],
        )
      ).map((row) => [row.kind, row.count]),
    );
  return { ends, messages, events };
}

import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';
import type { SendingWorld, TestStep } from '../testing';

const day = 86_400_000;

interface Sent {
  enrolment_id: EnrolmentId;
  seq_number: number;
  mailbox_id: MailboxId;
  variant_id: number;
  sent_at: Date;
  is_new_lead: boolean;
  to_email: string;
  in_reply_to: string | null;
  reallocated_from: number | null;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const perDay = (mails: readonly Sent[]) =>
  mails.reduce(
    (counts, mail) => counts.set(dayOf(mail.sent_at), (counts.get(dayOf(mail.sent_at)) ?? 0) + 1),
    new Map<string, number>(),
  );
const step = (more: Partial<TestStep> = {}): TestStep => ({ days: 0, subject: '', body: '<p>Again</p>', ...more });
const opener = step({ subject: 'Docks', body: '<p>Hi</p>' });
const hourly = { min_time_btwn_emails: 60, max_leads_per_day: 0 };

/** What tests of rules do in their world, which is there once they run: mailboxes and people of their own, and what was sent. */
export function rulesIn(where: () => SendingWorld) {
  let counter = 0;
  const box = (settings: Parameters<SendingWorld['connect']>[1] = {}) =>
    where().connect(`box${(counter += 1)}@northlight.test`, settings);
  const people = (count: number, domain = 'prospects.test') => {
    counter += 1;
    return Array.from({ length: count }, (_, index) => `silent.${counter}x${index}@${domain}`);
  };
  const sql = <Row>(text: string, values: unknown[] = []) =>
    where().main.test.query<Row & Record<string, unknown>>(text, values);
  const sent = (campaignId: CampaignId) =>
    sql<Sent>(`select * from intent where campaign_id = $1 and state = 'SENT' order by sent_at, id`, [campaignId]);
  /** Midnight UTC of a weekday (0 is Sunday) that has not begun. */
  const next = (weekday: number) => {
    const today = Math.floor(where().main.clock.now() / day) * day;
    const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7 || 7;
    return today + ahead * day;
  };
  const inbound = async (
    enrolmentId: EnrolmentId,
    classification: Partial<MatchedInbound['classification']> & { kind: 'reply' | 'out_of_office' },
  ) => {
    const [intent] = await sql<{ id: string; workspace_id: WorkspaceId; mailbox_id: MailboxId; message_id: string }>(
      `select * from intent where enrolment_id = $1 and state = 'SENT' order by id desc limit 1`,
      [enrolmentId],
    );
    await where().main.deps.db.systemSql((client) =>
      recordInbound(client, {
        workspaceId: intent!.workspace_id,
        enrolmentId,
        intentId: intent!.id,
        messageRowId: '1',
        messageId: `<in-${(counter += 1)}@prospects.test>`,
        at: new Date(where().main.clock.now()),
        match: { rule: 'references' },
        classification: { category: null, evidence: [], returnDay: null, returnText: null, ...classification },
      } as unknown as MatchedInbound),
    );
  };

  return { box, people, sql, sent, dayOf, perDay, next, step, opener, hourly, inbound };
}

import type { EmailStatusFilter } from '@skein/contracts/main/lead-fields';
import type { Conditions } from '#platform/db/conditions';

/** What became of the mails to a lead in one campaign, as a condition on `enrolment` under this name. */
const emailStatusSql = (status: EmailStatusFilter, e = 'e'): string =>
  ({
    is_opened: `${e}.open_count > 0`,
    is_clicked: `${e}.click_count > 0`,
    is_replied: `${e}.first_reply_at is not null`,
    got_reply: `${e}.reply_count > 0`,
    is_bounced: `${e}.is_bounced`,
    is_unsubscribed: `${e}.is_unsubscribed`,
    is_sender_bounced: `${e}.is_sender_bounced`,
    is_accepted: `${e}.first_sent_at is not null and not ${e}.is_bounced`,
    not_replied: `${e}.first_sent_at is not null and ${e}.first_reply_at is null`,
  })[status];

/** Adds what became of the mails to a lead in one campaign to the conditions of a statement about `enrolment` under the given alias. */
export function addEmailStatus(conditions: Conditions, status: EmailStatusFilter, enrolment = 'e'): void {
  conditions.add(emailStatusSql(status, enrolment));
}

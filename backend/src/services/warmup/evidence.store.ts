import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface ProviderLandings {
  provider: 'GMAIL' | 'OUTLOOK' | 'ZOHO' | 'OTHER';
  sent: number;
  inbox: number;
  spam: number;
  missing: number;
  bounced: number;
}

/** The last days of a mailbox. */
interface EvidenceDays {
  mailboxId: MailboxId;
  now: Date;
  days: number;
}

/**
 * Where the mails of a mailbox landed, by the provider of the partner: of an own mailbox as it is connected, of a
 * mailbox of another workspace likewise, of one of the outside pool by its domain. It never says whose mailbox it is.
 */
export async function findEvidence(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, now, days }: EvidenceDays,
): Promise<ProviderLandings[]> {
  return (
    await sql.query<ProviderLandings>(
      `
        select p.provider, count(*)::int as sent,
          count(*) filter (where o.landed = 'INBOX' and o.bounced_at is null)::int as inbox,
          count(*) filter (where o.landed = 'SPAM')::int as spam,
          count(*) filter (where o.landed = 'MISSING' and o.bounced_at is null)::int as missing,
          count(*) filter (where o.bounced_at is not null)::int as bounced
        from warmup_mail o
        left join mailbox m on m.workspace_id = o.workspace_id and m.id = o.to_mailbox_id
        cross join lateral (
          select case
            when coalesce(m.type, o.shared_provider) in ('GMAIL', 'OUTLOOK', 'ZOHO')
              then coalesce(m.type, o.shared_provider)
            when o.to_email ~ '@(gmail|googlemail)[.]com$' then 'GMAIL'
            when o.to_email ~ '@(outlook|hotmail|live|msn)[.]com$' then 'OUTLOOK'
            when o.to_email ~ '@(zoho|zohomail)[.](com|eu)$' then 'ZOHO'
            else 'OTHER'
          end as provider
        ) p
        where o.workspace_id = $1
          and o.from_mailbox_id = $2
          and o.sent_at > $3::timestamptz - make_interval(days => $4)
          and (o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') or o.bounced_at is not null)
        group by p.provider
        order by sent desc, p.provider
      `,
      [workspaceId, mailboxId, now, days],
    )
  ).rows;
}

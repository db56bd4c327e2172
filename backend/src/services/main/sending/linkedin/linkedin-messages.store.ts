import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import { localDay } from '#engine/sending/local-day';
import type { Database, SqlClient } from '#platform/db/database';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';
import type { LinkedInMessage } from '#platform/linkedin/linkedin-provider';
import { profileIdentifier } from '#platform/linkedin/profile-identifier';
import { dailyProfileReads } from './linkedin-action.store';
import { sameAccounts } from './linkedin-account.store';

/** A connected account whose messages are read. */
export interface ReadAccount {
  id: number;
  workspace_id: WorkspaceId;
  provider_account: string;
  time_zone: string;
  client_id: ClientId | null;
  /** Up to when its messages are read. */
  read_until: Date;
  created_at: Date;
  /** When its messages were looked at first. */
  first_look_at: Date;
  /** Since when messages wait whose senders cannot be told; null: none does. */
  stuck_since: Date | null;
}

const isRead = (provider: string): string =>
  `state = 'SUCCESS' and provider = ${provider} and provider_account is not null and deleted_at is null and ${inEnabledWorkspace()}`;

/** Takes the account that is due first, and plans its next look; null when none is. A look that fails is made good by the next. */
export async function claimReading(
  sql: SqlClient,
  { provider, now, nextAt }: { provider: string; now: Date; nextAt: Date },
): Promise<ReadAccount | null> {
  const { rows } = await sql.query<ReadAccount>(
    `
      update linkedin_account a
      set messages_due_at = $3,
        messages_first_look_at = coalesce(a.messages_first_look_at, a.messages_read_until, $1)
      where a.id = (
        select id
        from linkedin_account
        where ${isRead('$2')} and coalesce(messages_due_at, created_at) <= $1 and ${inItsTime('$1')}
        order by coalesce(messages_due_at, created_at), id
        limit 1
        for update skip locked
      )
      returning a.id, a.workspace_id, a.provider_account, a.time_zone, a.client_id, a.created_at,
        coalesce(a.messages_read_until, a.created_at) as read_until,
        a.messages_first_look_at as first_look_at, a.messages_stuck_since as stuck_since
    `,
    [now, provider, nextAt],
  );
  return rows[0] ?? null;
}

export async function nextReadingAt(db: Database, provider: string, now: number): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `
      select min(coalesce(messages_due_at, created_at)) as at
      from linkedin_account
      where ${isRead('$2')} and ${inItsTime('$1')}
    `,
    [new Date(now), provider],
  );
  return row?.at?.getTime() ?? null;
}

/** The provider says that there is something new: the accounts that act with this one of it are read at once. */
export const readSoon = (db: Database, known: { provider: string; account: string }, now: Date): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        update linkedin_account
        set messages_due_at = $3
        where provider = $1 and provider_account = $2 and deleted_at is null
      `,
      [known.provider, known.account, now],
    );
  });

/** How far an account is read. `waitsAt`: campaign time of a look after which messages wait; null: none does. */
export const writeReadUntil = (
  sql: SqlClient,
  accountId: number,
  { until, waitsAt }: { until: Date; waitsAt: Date | null },
): Promise<unknown> =>
  sql.query(
    `
      update linkedin_account
      set messages_read_until = greatest(messages_read_until, $2),
        messages_stuck_since = case when $3::timestamptz is not null then coalesce(messages_stuck_since, $3) end
      where id = $1
    `,
    [accountId, until, waitsAt],
  );

/** Which of these messages are kept already. */
export async function findKept(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  messages: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ provider_message: string }>(
    'select provider_message from linkedin_message where workspace_id = $1 and provider_message = any($2)',
    [workspaceId, messages],
  );
  return new Set(rows.map((row) => row.provider_message));
}

/** Leads with an action done for this person at the provider. */
export async function findLeadsOfPerson(
  sql: SqlClient,
  account: Pick<ReadAccount, 'id' | 'workspace_id'>,
  person: string,
): Promise<number[]> {
  const { rows } = await sql.query<{ lead_id: LeadId }>(
    `
      select distinct e.lead_id
      from linkedin_action a
      join enrolment e on e.workspace_id = a.workspace_id and e.id = a.enrolment_id
      where a.workspace_id = $1
        and a.account_id in (${sameAccounts('$2')})
        and (
          a.provider_person = $3
            or a.provider_reference = $3
            or starts_with(a.provider_reference, $3 || ':')
        )
    `,
    [account.workspace_id, account.id, person],
  );
  return rows.map((row) => row.lead_id);
}

/**
 * SQL: what names a person in the address of their profile, as it is written there (see `profileIdentifier`). The index
 * `lead_linkedin_identifier` is of this expression.
 */
const identifierOfLead = `left(substring(lower(linkedin_profile)
  from '/(?:in|pub|sales/lead|sales/people|talent/profile)/([^/,?#]+)'), 200)`;

/** Leads whose profile is that of a name in an address, however the address is written. */
export async function findLeadsWithProfile(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  identifier: string,
): Promise<number[]> {
  const small = identifier.toLowerCase();
  const { rows } = await sql.query<{ id: number; linkedin_profile: string }>(
    `
      select id, linkedin_profile
      from lead
      where workspace_id = $1
        and linkedin_profile <> ''
        and ${identifierOfLead} = any(array(select left(lower(w.written), 200) from unnest($2::text[]) as w(written)))
      order by id desc
    `,
    [workspaceId, [identifier, small, encodeURIComponent(identifier), encodeURIComponent(small)]],
  );
  return rows
    .filter((lead) => profileIdentifier(lead.linkedin_profile)?.toLowerCase() === small)
    .map((lead) => lead.id);
}

/** Whether a lead with a profile is called so. The index `lead_linkedin_name` is of this expression. */
export async function isLeadCalled(workspaceId: WorkspaceId, sql: SqlClient, name: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from lead
      where workspace_id = $1
        and linkedin_profile <> ''
        and left(lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))), 200) = left(lower(btrim($2)), 200)
      limit 1
    `,
    [workspaceId, name],
  );
  return rowCount === 1;
}

/** When the day began in which an account opens one more profile; null where it may open none any more today. */
export async function dayOfProfileReads(
  sql: SqlClient,
  { id, time_zone: zone }: Pick<ReadAccount, 'id' | 'time_zone'>,
  now: number,
): Promise<Date | null> {
  const { start } = localDay(zone, now);
  const { rowCount } = await sql.query(
    'select from linkedin_account where id = $1 and (profiles_read_since is distinct from $2 or profiles_read < $3)',
    [id, start, dailyProfileReads],
  );
  return rowCount === 1 ? start : null;
}

/**
 * Where a lead's message belongs: the campaign in which this account did something last, else the one that wrote last.
 * An account of a client sees that client's campaigns.
 */
export async function findPlace(
  sql: SqlClient,
  account: Pick<ReadAccount, 'id' | 'workspace_id' | 'client_id'>,
  leadIds: readonly LeadId[],
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select e.id
      from enrolment e
      join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id
      left join lateral (
        select max(a.performed_at) as at
        from linkedin_action a
        where a.enrolment_id = e.id and a.account_id in (${sameAccounts('$2')})
      ) a on true
      where e.workspace_id = $1 and e.lead_id = any($3) and ($4::int is null or c.client_id = $4)
      order by a.at desc nulls last, e.last_sent_at desc nulls last, e.id desc
      limit 1
    `,
    [account.workspace_id, account.id, leadIds, account.client_id],
  );
  return rows[0]?.id ?? null;
}

/** @returns the row; null where the message is kept already */
export async function insertMessage(
  sql: SqlClient,
  account: Pick<ReadAccount, 'id' | 'workspace_id'>,
  message: LinkedInMessage & { enrolmentId: EnrolmentId; senderName: string | null },
): Promise<number | null> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into linkedin_message (
        workspace_id, account_id, enrolment_id, provider_message, sender_name, text, at, provider_chat
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (workspace_id, provider_message)
      do nothing
      returning id
    `,
    [
      account.workspace_id,
      account.id,
      message.enrolmentId,
      message.id,
      message.senderName?.slice(0, 200) ?? null,
      message.text,
      message.at,
      message.chat,
    ],
  );
  return rows[0]?.id ?? null;
}

import type { SqlClient } from '#platform/db/database';
import { localDay } from '#engine/sending/local-day';
import type { CampaignScope } from '#access/access.api';

export interface LinkedInAccountRecord {
  id: number;
  name: string;
  profile_url: string | null;
  provider: string;
  state: string;
  state_reason: string | null;
  time_zone: string;
  client_id: number | null;
  connect_url: string | null;
  /** What the provider of this installation calls it; null as well where another one connected it. */
  provider_account: string | null;
  created_at: Date;
  /** When the provider was last asked for it, or a sign-in was begun; real time. */
  checked_at: Date | null;
  /** Names the sign-in that is under way, and is when its report comes too late; real time. */
  connect_by: Date | null;
  used: Record<string, number>;
}

/**
 * IDs of the rows that act with the same account of the provider as one row does, itself and those that were
 * disconnected included. `id`: the place of its value.
 */
export const sameAccounts = (id: string): string => `
  select k.id
  from linkedin_account k
  join linkedin_account own on own.id = ${id}
  where (k.id = own.id or (k.provider = own.provider and k.provider_account = own.provider_account))
`;

/** Accounts of a workspace, for people of a client that client's own alone, with what each did on its local day, by kind. */
export async function listAccounts(
  workspaceId: number,
  sql: SqlClient,
  { now, provider, clientId = null }: { now: number; provider: string | null; clientId?: number | null },
): Promise<LinkedInAccountRecord[]> {
  const { rows } = await sql.query<Omit<LinkedInAccountRecord, 'used'>>(
    `
      select id, name, profile_url, provider, state, state_reason, time_zone, created_at, client_id, connect_url,
        case when provider = $3 then provider_account end as provider_account, checked_at, connect_by
      from linkedin_account
      where workspace_id = $1 and deleted_at is null and ($2::int is null or client_id = $2)
      order by id
    `,
    [workspaceId, clientId, provider],
  );
  const accounts: LinkedInAccountRecord[] = [];
  for (const row of rows) {
    const today = localDay(row.time_zone, now);
    const { rows: used } = await sql.query<{ kind: string; count: number }>(
      `
        select kind, count(*)::int as count
        from linkedin_action
        where workspace_id = $1
          and account_id in (${sameAccounts('$2')} and k.workspace_id = $1)
          and performed_at >= $3
          and performed_at < $4
        group by 1
      `,
      [workspaceId, row.id, today.start, today.end],
    );
    accounts.push({ ...row, used: Object.fromEntries(used.map((entry) => [entry.kind, entry.count])) });
  }
  return accounts;
}

/** An account whose owner is about to sign in. `at`: campaign time. */
export async function insertAccount(
  workspaceId: number,
  sql: SqlClient,
  account: {
    name: string;
    profileUrl: string | null;
    provider: string;
    timeZone: string;
    clientId: number | null;
    userId: number;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into linkedin_account (
        workspace_id, name, profile_url, provider, state, time_zone, created_by, created_at, client_id
      )
      values ($1, $2, $3, $4, 'INPROGRESS', $5, $6, $7, $8)
      returning id
    `,
    [
      workspaceId,
      account.name,
      account.profileUrl,
      account.provider,
      account.timeZone,
      account.userId,
      account.at,
      account.clientId,
    ],
  );
  return rows[0]!.id;
}

export async function removeAccount(workspaceId: number, sql: SqlClient, accountId: number): Promise<boolean> {
  return (
    (
      await sql.query(
        `
          update linkedin_account
          set deleted_at = now()
          where workspace_id = $1 and id = $2 and deleted_at is null
        `,
        [workspaceId, accountId],
      )
    ).rowCount === 1
  );
}

/** Actions that waited for an account are looked at again at once. `at`: campaign time. */
async function wakeActions(workspaceId: number, sql: SqlClient, at: Date): Promise<void> {
  await sql.query(
    `
      update linkedin_action
      set next_look_at = least(next_look_at, $2)
      where workspace_id = $1 and state = 'WAITING'
    `,
    [workspaceId, at],
  );
}

/** What an account is from now on. */
export interface AccountChange {
  state: string;
  reason: string | null;
  connectUrl: string | null;
  /** Of the sign-in that begins; without it none is under way any more. */
  connectBy?: Date;
  /** The account at the provider, where it is known from now on. */
  provider?: ProviderAccount;
}

/** An account as its provider calls it. */
export interface ProviderAccount {
  name: string;
  account: string;
}

/** The state that an account is in from now on, where it is still as it was read. */
interface AccountState {
  accountId: number;
  change: AccountChange;
  /** `connectBy`: this sign-in is under way; `checkedAt`: nobody has looked at it since. */
  where?: { connectBy: Date } | { checkedAt: Date | null };
  /** Campaign time. */
  at: Date;
}

/** An account was looked at, and is as it was. */
export async function noteChecked(workspaceId: number, sql: SqlClient, accountId: number): Promise<void> {
  await sql.query('update linkedin_account set checked_at = now() where workspace_id = $1 and id = $2', [
    workspaceId,
    accountId,
  ]);
}

/** Whether another account, of any workspace, acts with the same account of the provider. `accountId`: null asks for any. */
export async function isSharedAccount(
  sql: SqlClient,
  accountId: number | null,
  { name, account }: ProviderAccount,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from linkedin_account
      where provider = $2 and provider_account = $3 and id is distinct from $1 and deleted_at is null
      limit 1
    `,
    [accountId, name, account],
  );
  return (rowCount ?? 0) > 0;
}

/** What the provider says of an account. @returns false where it is gone, or not as it was read any more */
export async function writeAccountState(
  workspaceId: number,
  sql: SqlClient,
  { accountId, change, where, at }: AccountState,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update linkedin_account
      set state = $3, state_reason = $4, connect_url = $5, connect_by = $6, provider = coalesce($7, provider),
        provider_account = coalesce($8, provider_account), checked_at = now()
      where workspace_id = $1
        and id = $2
        and deleted_at is null
        and ($9::timestamptz is null or state = 'INPROGRESS' and connect_by = $9)
        and (not $10 or checked_at is not distinct from $11)
    `,
    [
      workspaceId,
      accountId,
      change.state,
      change.reason?.slice(0, 500) ?? null,
      change.connectUrl,
      change.connectBy ?? null,
      change.provider?.name ?? null,
      change.provider?.account ?? null,
      where && 'connectBy' in where ? where.connectBy : null,
      where !== undefined && 'checkedAt' in where,
      where && 'checkedAt' in where ? where.checkedAt : null,
    ],
  );
  if (rowCount !== 1) return false;
  if (change.state === 'SUCCESS') await wakeActions(workspaceId, sql, at);
  return true;
}

export interface RequestRecord {
  id: string;
  lead_id: number;
  lead_name: string;
  email: string;
  account_name: string | null;
  campaign_id: number;
  campaign_name: string;
  connection: 'PENDING' | 'ACCEPTED' | 'SKIPPED_AND_EMAIL_MESSAGE_SENT';
  requested_at: Date | null;
  give_up_at: Date | null;
  settled_at: Date | null;
}

/** Connection requests of the campaigns that somebody sees, the newest first. */
export async function listRequests(
  workspaceId: number,
  sql: SqlClient,
  filter: { scope: CampaignScope; connection?: string; before: number | null; limit: number },
): Promise<{ rows: RequestRecord[]; total: number }> {
  const seen = `
    from linkedin_action a
    join enrolment e on e.workspace_id = a.workspace_id and e.id = a.enrolment_id
    join campaign c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
    join lead l on l.workspace_id = a.workspace_id and l.id = e.lead_id
    left join linkedin_account k on k.workspace_id = a.workspace_id and k.id = a.account_id
    where a.workspace_id = $1
      and a.connection is not null
      and ($2::text is null or a.connection = $2)
      and ($3::int is null or c.client_id = $3)
      and ($4::int is null or c.id in (select member_campaigns($4)))
      and (e.category_id is null or e.category_id <> all($5::int[]))
  `;
  const values = [
    workspaceId,
    filter.connection ?? null,
    filter.scope.clientId,
    filter.scope.memberId,
    [...filter.scope.hiddenCategories],
  ];
  const { rows } = await sql.query<RequestRecord>(
    `
      select a.id, l.id as lead_id, coalesce(nullif(concat_ws(' ', l.first_name, l.last_name), ''), l.email) as lead_name,
        l.email, k.name as account_name, c.id as campaign_id, c.name as campaign_name, a.connection,
        a.performed_at as requested_at, a.give_up_at, a.settled_at
      ${seen} and ($6::bigint is null or a.id < $6)
      order by a.id desc
      limit $7
    `,
    [...values, filter.before, filter.limit],
  );
  const total = await sql.query<{ count: number }>(`select count(*)::int as count ${seen}`, values);
  return { rows, total: total.rows[0]?.count ?? 0 };
}

/** A pending request that somebody sees, locked; null when there is none. `provider`: whose accounts are told. */
export async function lockRequest(
  workspaceId: number,
  sql: SqlClient,
  { id, scope, provider }: { id: string; scope: CampaignScope; provider: string | null },
) {
  const { rows } = await sql.query<{
    id: string;
    enrolment_id: number;
    step_id: number;
    campaign_id: number;
    provider_account: string | null;
    provider_reference: string | null;
  }>(
    `
      select a.id, a.enrolment_id, a.step_id, a.campaign_id, a.provider_reference,
        case when k.provider = $5 then k.provider_account end as provider_account
      from linkedin_action a
      join campaign c on c.workspace_id = a.workspace_id and c.id = a.campaign_id
      left join linkedin_account k on k.workspace_id = a.workspace_id and k.id = a.account_id
      where a.workspace_id = $1
        and a.id = $2
        and a.state = 'PENDING'
        and ($3::int is null or c.client_id = $3)
        and ($4::int is null or c.id in (select member_campaigns($4)))
      for update of a
    `,
    [workspaceId, id, scope.clientId, scope.memberId, provider],
  );
  return rows[0] ?? null;
}

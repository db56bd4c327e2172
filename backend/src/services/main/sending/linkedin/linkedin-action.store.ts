import type { CampaignId, ClientId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign, StoredEnrolment } from '#engine/rows/central-rows';
import type { Database, SqlClient } from '#platform/db/database';
import { inEnabledWorkspace, inItsTime } from '#platform/db/enabled-workspace';
import type { LinkedInAction } from '#platform/linkedin/linkedin-provider';
import type { TextLead } from '../delivery/manual-step.store';
import { localDay } from '#engine/sending/local-day';
import { sameAccounts } from './linkedin-account.store';

/** Of each kind, a day and account (docs/domain.md, Roles and access). */
export const dailyLinkedInCap = 40;
/** Profiles that an account opens a day, of all kinds together: each action reads one, and Unipile advises 80 to 100. */
export const dailyProfileReads = 80;
/** How long one worker may act on an action before another may, in seconds of real time. */
const leaseSeconds = 120;

export interface DueAction extends TextLead, Pick<StoredEnrolment, 'next_step_id' | 'hold_kind' | 'hold_until'> {
  id: string;
  workspace_id: WorkspaceId;
  campaign_id: CampaignId;
  enrolment_id: EnrolmentId;
  step_id: number;
  account_id: number | null;
  kind: LinkedInAction;
  state: 'WAITING' | 'ACTING' | 'PENDING';
  body: string | null;
  give_up_at: Date | null;
  attempts: number;
  provider_reference: string | null;
  performed_at: Date | null;
  campaign_status: StoredCampaign['status'];
  lead_status: StoredEnrolment['status'];
  client_id: ClientId | null;
  time_zone: string | null;
}

/** Claims the action that is due first, with a lease; null when none is. */
export async function claimAction(sql: SqlClient, now: Date): Promise<DueAction | null> {
  const { rows } = await sql.query<DueAction>(
    `
      with due as (
          select id
          from linkedin_action
          where state in ('WAITING', 'ACTING', 'PENDING')
            and next_look_at <= $1
            and (lease_until is null or lease_until < clock_timestamp())
            and ${inEnabledWorkspace()}
            and ${inItsTime('$1')}
          order by next_look_at, id
          limit 1
          for update skip locked
        ),
        taken as (
          update linkedin_action a
          set lease_until = clock_timestamp() + make_interval(secs => $2)
          from due
          where a.id = due.id
          returning a.*
        )
      select t.id, t.workspace_id, t.campaign_id, t.enrolment_id, t.step_id, t.account_id, t.kind, t.state,
        t.body, t.give_up_at, t.attempts, t.provider_reference, t.performed_at, c.status as campaign_status,
        e.status as lead_status, e.next_step_id, e.hold_kind, e.hold_until, e.lead_id, e.spin_index,
        l.time_zone, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
        l.location, l.linkedin_profile, l.company_url, l.custom_fields, c.client_id
      from taken t
      join campaign c on c.id = t.campaign_id
      join enrolment e on e.id = t.enrolment_id
      join lead l on l.id = e.lead_id
    `,
    [now, leaseSeconds],
  );
  return rows[0] ?? null;
}

export async function nextActionAt(db: Database, now: number): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `
      select min(next_look_at) as at
      from linkedin_action
      where state in ('WAITING', 'ACTING', 'PENDING')
        and (lease_until is null or lease_until < clock_timestamp())
        and ${inEnabledWorkspace()}
        and ${inItsTime('$1')}
    `,
    [new Date(now)],
  );
  return row?.at?.getTime() ?? null;
}

export interface ActingAccount {
  id: number;
  provider_account: string;
  name: string;
  used: number;
  /** When it may do one more; in the past: now. */
  free_at: Date;
  /** Why it may not before. */
  busy: string;
  /** When its local day began. */
  day_start: Date;
}

/** An account as it was when the provider refused it. */
export interface RefusedAccount {
  id: number;
  provider_account: string | null;
}

/**
 * Accounts of a workspace that are connected through this installation's provider, the one that a lead of this campaign
 * already knows first, then the one that did least of a kind on its local day; locked, so that two workers cannot both
 * take the last place of a day.
 */
export async function findAccounts(
  sql: SqlClient,
  action: DueAction,
  { kind, provider, now }: { kind: LinkedInAction; provider: string; now: number },
): Promise<ActingAccount[]> {
  const { rows } = await sql.query<{
    id: number;
    provider_account: string;
    name: string;
    time_zone: string;
    profiles_read: number;
    profiles_read_since: Date | null;
    rests: Record<string, string>;
    known: boolean;
  }>(
    `
      select a.id, a.provider_account, a.name, a.time_zone, a.profiles_read, a.profiles_read_since, a.rests,
        exists (select from linkedin_action k where k.account_id = a.id and k.enrolment_id = $2) as known
      from linkedin_account a
      where a.workspace_id = $1
        and a.state = 'SUCCESS'
        and a.provider = $4
        and a.provider_account is not null
        and a.deleted_at is null
        and (a.client_id is null or a.client_id = (select c.client_id from campaign c where c.id = $3))
      order by a.id
      for update
    `,
    [action.workspace_id, action.enrolment_id, action.campaign_id, provider],
  );
  const accounts: (ActingAccount & { known: boolean })[] = [];
  for (const row of rows) {
    const today = localDay(row.time_zone, now);
    const {
      rows: [counted],
    } = await sql.query<{ count: number }>(
      `
        select count(*)::int as count
        from linkedin_action
        where account_id in (${sameAccounts('$1')})
          and kind = $2
          and performed_at >= $3
          and performed_at < $4
          and id <> $5
      `,
      [row.id, kind, today.start, today.end, action.id],
    );
    const used = counted?.count ?? 0;
    const read = row.profiles_read_since?.getTime() === today.start.getTime() ? row.profiles_read : 0;
    const [cap, profiles] = [used >= dailyLinkedInCap, read >= dailyProfileReads];
    const rest = Math.max(...[row.rests[kind], row.rests.ALL].map((until) => (until ? Date.parse(until) : 0)));
    accounts.push({
      ...{ id: row.id, provider_account: row.provider_account, name: row.name, known: row.known, used },
      free_at: new Date(Math.max(cap || profiles ? today.end.getTime() : 0, rest)),
      busy: cap
        ? `The daily cap of ${dailyLinkedInCap} is reached.`
        : profiles
          ? `The account has opened ${dailyProfileReads} profiles today.`
          : 'LinkedIn takes no more of these from the account for now.',
      day_start: today.start,
    });
  }
  const known = accounts.filter((account) => account.known);
  return (known.length > 0 ? known : accounts).sort((one, other) => one.used - other.used || one.id - other.id);
}

/** One more profile is opened by an account. `dayStart`: when its local day began. */
export async function countProfileRead(
  sql: SqlClient,
  { id, day_start: dayStart }: Pick<ActingAccount, 'id' | 'day_start'>,
): Promise<void> {
  await sql.query(
    `
      update linkedin_account
      set profiles_read = case when profiles_read_since = $2 then profiles_read + 1 else 1 end, profiles_read_since = $2
      where id = $1
    `,
    [id, dayStart],
  );
}

/** An account does nothing of a kind (`ALL`: nothing) until then, in campaign time. */
export async function restAccount(
  sql: SqlClient,
  accountId: number,
  { kind, until }: { kind: LinkedInAction | 'ALL'; until: Date },
): Promise<void> {
  await sql.query('update linkedin_account set rests = rests || jsonb_build_object($2::text, $3::text) where id = $1', [
    accountId,
    kind,
    until.toISOString(),
  ]);
}

/** Whether an account is still there, so that its owner may sign in again. */
export async function isConnectable(sql: SqlClient, accountId: number | null): Promise<boolean> {
  const { rowCount } = await sql.query('select from linkedin_account where id = $1 and deleted_at is null', [
    accountId,
  ]);
  return rowCount === 1;
}

/** What is done: kind and texts of the step as it is now; a request is given up after its days. */
export interface Acting {
  accountId: number;
  kind: LinkedInAction;
  body: string;
  giveUpAt: Date | null;
  at: Date;
}

/**
 * The action is about to be done: counted from now on, so that a crash costs the cap and never exceeds it. Asked again,
 * it is done as it was asked first.
 */
export async function writeActing(
  sql: SqlClient,
  actionId: string,
  acting: Acting,
): Promise<{ kind: LinkedInAction; body: string | null; give_up_at: Date | null }> {
  const { rows } = await sql.query<{ kind: LinkedInAction; body: string | null; give_up_at: Date | null }>(
    `
      update linkedin_action
      set kind = case when performed_at is null then $3 else kind end,
        body = case when performed_at is null then $4 else body end,
        give_up_at = case when performed_at is null then $5 else give_up_at end, state = 'ACTING',
        account_id = $2, performed_at = coalesce(performed_at, $6), attempts = attempts + 1, note = null
      where id = $1
      returning kind, body, give_up_at
    `,
    [actionId, acting.accountId, acting.kind, acting.body, acting.giveUpAt, acting.at],
  );
  return rows[0]!;
}

/** Where an action stands after it was looked at; the lease ends. */
export async function writeState(
  sql: SqlClient,
  actionId: string,
  change: {
    state: string;
    connection?: string | null;
    reference?: string | null;
    person?: string | null | undefined;
    nextLookAt?: Date | null;
    settledAt?: Date | null;
    note?: string | null;
    forgetPerformed?: boolean;
    forgetAttempts?: boolean;
  },
): Promise<void> {
  await sql.query(
    `
      update linkedin_action
      set state = $2, connection = coalesce($3, connection),
        provider_reference = coalesce($4, provider_reference),
        provider_person = coalesce($10, provider_person), next_look_at = $5, settled_at = $6, note = $7,
        performed_at = case when $8 then null else performed_at end,
        attempts = case when $9 then 0 else attempts end, lease_until = null
      where id = $1 and state in ('WAITING', 'ACTING', 'PENDING')
    `,
    [
      actionId,
      change.state,
      change.connection ?? null,
      change.reference ?? null,
      change.nextLookAt ?? null,
      change.settledAt ?? null,
      change.note ?? null,
      change.forgetPerformed ?? false,
      change.forgetAttempts ?? false,
      change.person ?? null,
    ],
  );
}

/** A step that becomes a task for a person: an action that was never begun leaves nothing behind, one that was is over. */
export async function handOverAction(sql: SqlClient, actionId: string, at: Date): Promise<void> {
  const { rowCount } = await sql.query('delete from linkedin_action where id = $1 and performed_at is null', [
    actionId,
  ]);
  if (rowCount === 0)
    await writeState(sql, actionId, { state: 'SKIPPED', settledAt: at, note: 'It became a task for a person.' });
}

/**
 * An account that the provider refuses acts no more until somebody connects it again. One that is another at the
 * provider by now was not refused.
 */
export async function failAccount(
  sql: SqlClient,
  account: RefusedAccount,
  reason: string,
): Promise<{ name: string; workspace_id: WorkspaceId } | null> {
  const { rows } = await sql.query<{ name: string; workspace_id: WorkspaceId }>(
    `
      update linkedin_account
      set state = 'INVALID', state_reason = $2
      where id = $1 and provider_account = $3 and state <> 'INVALID'
      returning name, workspace_id
    `,
    [account.id, reason.slice(0, 500), account.provider_account],
  );
  return rows[0] ?? null;
}

import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { localDay } from '#engine/sending/local-day';
import type { SqlClient } from '#platform/db/database';
import { sameAccounts } from './linkedin-account.store';

/** How long one request may be at the provider before another may ask again, in seconds of real time. */
const leaseSeconds = 120;

/** How long after a request without an answer the provider may still be sending, in seconds of real time: nobody asks again before that. */
const quietSeconds = 60;

export interface AnswerRecord {
  id: number;
  enrolment_id: EnrolmentId;
  account_id: number;
  account_name: string;
  key: string;
  provider_chat: string;
  text: string;
  sent_by_name: string | null;
  asked_at: Date;
  sent_at: Date | null;
  /** Somebody is at the provider with it. */
  is_asking: boolean;
}

const columns = `
  n.id, n.enrolment_id, n.account_id, a.name as account_name, n.key, n.provider_chat, n.text, u.name as sent_by_name,
  n.asked_at, n.sent_at, coalesce(n.lease_until > clock_timestamp(), false) as is_asking`;
const joins = `
  linkedin_answer n
  join linkedin_account a on a.workspace_id = n.workspace_id and a.id = n.account_id
  left join app_user u on u.workspace_id = n.workspace_id and u.id = n.sent_by`;

/** Answers of a conversation, oldest first; of very many the newest 300. */
export const listAnswers = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<AnswerRecord[]> =>
  (
    await sql.query<AnswerRecord>(
      `
        select ${columns}
        from ${joins}
        where n.workspace_id = $1 and n.enrolment_id = $2
        order by n.asked_at desc, n.id desc
        limit 300
      `,
      [workspaceId, enrolmentId],
    )
  ).rows.reverse();

export const findAnswer = async (workspaceId: WorkspaceId, sql: SqlClient, key: string): Promise<AnswerRecord | null> =>
  (
    await sql.query<AnswerRecord>(`select ${columns} from ${joins} where n.workspace_id = $1 and n.key = $2`, [
      workspaceId,
      key,
    ])
  ).rows[0] ?? null;

/** By which account, and in which conversation of the provider, the newest message of a lead is answered. */
export interface NewestMessage {
  provider_chat: string | null;
  account_id: number;
  account_name: string;
  provider: string;
  provider_account: string | null;
  state: string;
  state_reason: string | null;
  is_gone: boolean;
  rests: Record<string, string>;
  time_zone: string;
}

/**
 * What a lead wrote last. An account that was connected anew is the same one while the provider calls it the same.
 * Null: the lead wrote nothing.
 */
export async function findNewestMessage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<NewestMessage | null> {
  const { rows } = await sql.query<NewestMessage>(
    `
      select m.provider_chat, k.id as account_id, k.name as account_name, k.provider, k.provider_account, k.state,
        k.state_reason, k.deleted_at is not null as is_gone, k.rests, k.time_zone
      from linkedin_message m
      join linkedin_account k on k.workspace_id = m.workspace_id
        and k.id in (${sameAccounts('m.account_id')} and k.workspace_id = $1)
      where m.workspace_id = $1 and m.enrolment_id = $2
      order by m.at desc, m.id desc, k.deleted_at is not null, k.id desc
      limit 1
    `,
    [workspaceId, enrolmentId],
  );
  return rows[0] ?? null;
}

/** Answers that an account gave on its local day; it is locked, so that two requests cannot both take the last place. */
export async function countAnswersToday(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  account: Pick<NewestMessage, 'account_id' | 'time_zone'>,
  now: number,
): Promise<number> {
  await sql.query('select from linkedin_account where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    account.account_id,
  ]);
  const today = localDay(account.time_zone, now);
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from linkedin_answer
      where workspace_id = $1
        and account_id in (${sameAccounts('$2')} and k.workspace_id = $1)
        and asked_at >= $3
        and asked_at < $4
    `,
    [workspaceId, account.account_id, today.start, today.end],
  );
  return rows[0]?.count ?? 0;
}

/** Takes a key for an answer that is about to be asked for. @returns false when it is taken */
export async function insertAnswer(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  answer: {
    accountId: number;
    enrolmentId: EnrolmentId;
    key: string;
    chat: string;
    text: string;
    userId: UserId | null;
    at: Date;
  },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into linkedin_answer (
        workspace_id, account_id, enrolment_id, key, provider_chat, text, sent_by, asked_at, lease_until
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9))
      on conflict (workspace_id, key)
      do nothing
    `,
    [
      ...[workspaceId, answer.accountId, answer.enrolmentId, answer.key, answer.chat, answer.text, answer.userId],
      ...[answer.at, leaseSeconds],
    ],
  );
  return rowCount === 1;
}

/** Takes an answer whose fate is unknown, to ask for it again. @returns false when the provider may still be busy with it */
export async function takeAnswer(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update linkedin_answer
      set lease_until = clock_timestamp() + make_interval(secs => $3)
      where workspace_id = $1
        and id = $2
        and sent_at is null
        and (lease_until is null or lease_until < clock_timestamp() - make_interval(secs => $4))
    `,
    [workspaceId, id, leaseSeconds, quietSeconds],
  );
  return rowCount === 1;
}

/** Messages at the provider that are other answers of the same conversation. */
export const findSentMessages = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { key, chat }: { key: string; chat: string },
): Promise<string[]> =>
  (
    await sql.query<{ provider_message: string }>(
      `
        select provider_message
        from linkedin_answer
        where workspace_id = $1 and provider_chat = $3 and key <> $2 and provider_message is not null
      `,
      [workspaceId, key, chat],
    )
  ).rows.map((row) => row.provider_message);

export const writeSent = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { key, reference, at }: { key: string; reference: string; at: Date },
) =>
  sql.query(
    `
      update linkedin_answer
      set sent_at = $3, provider_message = nullif($4, ''), lease_until = null
      where workspace_id = $1 and key = $2 and sent_at is null
    `,
    [workspaceId, key, at, reference],
  );

/** The request is over, and nobody knows whether it was sent. */
export const endLease = (workspaceId: WorkspaceId, sql: SqlClient, key: string) =>
  sql.query('update linkedin_answer set lease_until = clock_timestamp() where workspace_id = $1 and key = $2', [
    workspaceId,
    key,
  ]);

/** It was not sent. */
export const deleteAnswer = (workspaceId: WorkspaceId, sql: SqlClient, key: string) =>
  sql.query('delete from linkedin_answer where workspace_id = $1 and key = $2 and sent_at is null', [workspaceId, key]);

/** Whether this installation waits for an operator, as after a backup was restored. */
export const isHeld = async (sql: SqlClient): Promise<boolean> =>
  (await sql.query<{ held: boolean }>('select sending_paused_at is not null as held from instance where id = 1'))
    .rows[0]?.held ?? false;

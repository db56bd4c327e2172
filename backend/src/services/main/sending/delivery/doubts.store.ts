import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { inItsTime } from '#platform/db/enabled-workspace';

/** An email that may or may not have left. */
export interface Doubt {
  id: string;
  workspace_id: WorkspaceId;
  mailbox_id: MailboxId;
  message_id: string;
  files_sent_mail: boolean;
  /** Whether the mailbox's provider must have filed another email of it. */
  has_filed: boolean;
  checks: number;
  submitting_at: Date;
}

/** Real seconds until a mailbox that could not be read is tried again; twice as many each time, five minutes at most. */
const firstPause = 15;

/**
 * Doubts whose next look is due, the oldest first. `now`: campaign time of who asks, in milliseconds; `serverTimeout`: real milliseconds.
 */
export async function findDoubts(
  sql: SqlClient,
  { now, serverTimeout }: { now: number; serverTimeout: number },
): Promise<Doubt[]> {
  const { rows } = await sql.query<Doubt>(
    `
      select i.id, i.workspace_id, i.mailbox_id, i.message_id, i.submitting_at,
        m.files_sent_mail
          and not exists (select from server_mail r where r.intent_id = i.id)
          -- After a restore its row in server_mail is lost; the journal has noted whether the provider files it.
          and coalesce((i.doubt_evidence->>'is_filed')::boolean, true) as files_sent_mail,
        m.files_sent_mail and exists (
          select from intent s
          where s.mailbox_id = i.mailbox_id and s.sent_at is not null and s.state = 'SENT'
            and not exists (select from server_mail r where r.intent_id = s.id)
        ) as has_filed,
        coalesce((i.doubt_evidence->>'checks')::int, 0) as checks
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.state = 'IN_DOUBT' and coalesce((i.doubt_evidence->>'settled')::boolean, false) = false
        and coalesce((i.doubt_evidence->>'checks')::int, 0) < 5 and i.submitting_at < clock_timestamp() - make_interval(
          secs => $1::float8 * (1 + coalesce((i.doubt_evidence->>'checks')::int, 0))
        ) and m.deleted_at is null and ${inItsTime('$2', 'i.workspace_id')}
        -- A mailbox that could not be read is left alone for a while, so that it does not stand before all others.
        and coalesce(
          (i.doubt_evidence->>'look_after')::timestamptz, '-infinity'
        ) < clock_timestamp()
      order by i.id
      limit 50
    `,
    [serverTimeout / 1000, new Date(now)],
  );
  return rows;
}

/** Notes that the mailbox of these doubts could not be read: it is left alone for a while. */
export async function noteFailedLook(sql: SqlClient, doubts: readonly Doubt[], failure: string): Promise<void> {
  await sql.query(
    `
      update intent
      set doubt_evidence = coalesce(doubt_evidence, '{}') || jsonb_build_object(
        'failed_looks', coalesce((doubt_evidence->>'failed_looks')::int, 0) + 1, 'last_failure',
          $3::text, 'look_after',
          clock_timestamp() + make_interval(
            secs => least(
              300, $2::float8 * 2 ^ least(coalesce((doubt_evidence->>'failed_looks')::int, 0), 10)
            )
          )
      )
      where id = any($1::bigint[]) and state = 'IN_DOUBT'
    `,
    [doubts.map((doubt) => doubt.id), firstPause, failure.slice(0, 300)],
  );
}

/** Settles a doubt as sent. `folder`: where the email was found; `at`: campaign time in milliseconds. */
export async function settleAsSent(sql: SqlClient, doubt: Doubt, folder: string, at: number): Promise<void> {
  await sql.query(
    `
      update intent
      set state = 'SENT', doubt_evidence = doubt_evidence || $2::jsonb, updated_at = now()
      where id = $1 and state = 'IN_DOUBT'
    `,
    [doubt.id, JSON.stringify({ settled: true, found_in: folder, settled_at: new Date(at) })],
  );
}

/** Lets a doubt wait a moment without counting a look. */
export async function putOff(sql: SqlClient, doubt: Doubt): Promise<void> {
  await sql.query(
    `
      update intent
      set doubt_evidence = doubt_evidence || jsonb_build_object(
        'look_after', clock_timestamp() + make_interval(secs => $2)
      )
      where id = $1 and state = 'IN_DOUBT'
    `,
    [doubt.id, firstPause],
  );
}

/** Counts a look that did not find the email. `provesUnsent`: whether a second one like it proves that it was not sent. */
export async function noteAbsence(sql: SqlClient, doubt: Doubt, provesUnsent: boolean): Promise<void> {
  await sql.query(
    `
      update intent
      set doubt_evidence = doubt_evidence || jsonb_build_object(
        'checks', $2::int, 'last_check', 'not found in Sent', 'proves_unsent', $3::boolean
      )
      where id = $1 and state = 'IN_DOUBT'
    `,
    [doubt.id, doubt.checks + 1, provesUnsent],
  );
}

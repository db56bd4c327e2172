import type { EnrolmentId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { holdCampaignsOf, undoEmail } from '#lifecycle/lifecycle.api';

/** A mail in doubt as it stands under its own lock. */
type Unsent = Pick<StoredIntent, 'id' | 'kind' | 'state' | 'workspace_id' | 'enrolment_id' | 'message_id'>;

/** The step of a mail as it stands in the sequence now. */
interface Step {
  id: number;
  number: number;
}

/**
 * Why an email is put back that may have been sent: Sent does not hold it, or its sender's own provider reported that it did not send it.
 */
type ProofOfUnsent = 'ABSENT' | 'REPORTED';

/**
 * A mail in doubt is proven unsent: everything that was counted when it was marked is undone. A campaign's mail is sent
 * after all, before what follows it; where something has followed it already (absence was looked at late), it stays
 * unsent, because a sequence never runs backwards, and where its step was removed meanwhile, its lead stays at the step
 * that it waits for. A person's own mail fails, visibly, for the person to send again.
 * @param now campaign time in milliseconds
 * @returns LATER when it cannot be said yet: what follows it is being submitted, or is in doubt itself
 */
export async function undoSending(
  sql: SqlClient,
  intentId: string,
  now: number,
  proof: ProofOfUnsent = 'ABSENT',
): Promise<'SETTLED' | 'LATER'> {
  // The campaign first, as triggers take it: one that finds it done meanwhile has finished, and it is woken again.
  const {
    rows: [place],
  } = await sql.query<{ enrolment_id: EnrolmentId | null }>('select enrolment_id from intent where id = $1', [
    intentId,
  ]);
  if (place?.enrolment_id != null) await holdCampaignsOf(sql, [place.enrolment_id]);
  // Then the step: an edit holds it while it moves leads, and a lead that is put back meanwhile would stand at a step that is gone.
  const {
    rows: [step = null],
  } = await sql.query<Step>(
    `
      select s.id, s.seq_number as number
      from sequence_step s
      where s.id = (select step_id from intent where id = $1) and not s.is_deleted
      for share
    `,
    [intentId],
  );
  // Then the enrolment, as every writer of outcomes does; a reply or an open may have settled the mail in the meantime.
  await sql.query('select 1 from enrolment where id = (select enrolment_id from intent where id = $1) for update', [
    intentId,
  ]);
  const {
    rows: [mail],
  } = await sql.query<Unsent>(
    'select id, kind, state, workspace_id, enrolment_id, message_id from intent where id = $1 for update',
    [intentId],
  );
  if (!mail || (mail.state !== 'IN_DOUBT' && !(proof === 'REPORTED' && mail.state === 'SENT'))) return 'SETTLED';
  if (mail.kind !== 'CAMPAIGN') {
    await failOwnMail(sql, mail);
    if (mail.kind === 'SINGLE') await giveCreditBack(sql, mail);
    return 'SETTLED';
  }
  const follower = mail.enrolment_id === null ? 'SENT' : await findFollower(sql, mail);
  if (follower === 'OPEN') return 'LATER';
  const isOver = follower === 'SENT';
  await sql.query(
    `
      update intent
      set state = $2, submitting_at = null, sent_at = null, cancel_reason = 'PROVEN_UNSENT',
        failure_text = $3, doubt_evidence = coalesce(doubt_evidence, '{}') || $4::jsonb, attempts = attempts + $5,
        updated_at = now()
      where id = $1
    `,
    [
      mail.id,
      isOver ? 'SKIPPED' : 'CANCELLED',
      isOver
        ? proof === 'REPORTED'
          ? 'The provider reported that it did not send this email. The next one had been sent by then.'
          : 'The server never confirmed this email and Sent does not hold it: it was not sent. The next email had been sent by then.'
        : null,
      JSON.stringify({ settled: true, proven_unsent: true, is_followed: isOver, proof }),
      proof === 'REPORTED' ? 1 : 0,
    ],
  );
  if (mail.enrolment_id !== null)
    await undoEmail(sql, {
      workspaceId: mail.workspace_id,
      enrolmentId: mail.enrolment_id,
      intentId: mail.id,
      messageId: mail.message_id,
      isFollowed: follower !== null,
      again: follower === null ? step : null,
      at: new Date(now),
    });
  await sql.query(`delete from message where intent_id = $1 and direction = 'out'`, [mail.id]);
  await giveCreditBack(sql, mail);
  return 'SETTLED';
}

/** The email that counts for the workspace's month, and for its client where there is one. */
async function giveCreditBack(sql: SqlClient, mail: Unsent): Promise<void> {
  await sql.query('update workspace set email_credits_used = greatest(email_credits_used - 1, 0) where id = $1', [
    mail.workspace_id,
  ]);
  await sql.query(
    `
      update agency_client a
      set email_credits_used = greatest(a.email_credits_used - 1, 0)
      from intent i
      left join campaign k on k.id = i.campaign_id
      left join mailbox m on m.id = i.mailbox_id and i.kind = 'SINGLE'
      where i.id = $2 and a.workspace_id = $1 and a.id = coalesce(k.client_id, m.client_id)
    `,
    [mail.workspace_id, mail.id],
  );
}

/** Whether a later mail of the lead's sequence has left, or may leave yet: between its commit and its outcome, or looked for in Sent. */
async function findFollower(sql: SqlClient, mail: Unsent): Promise<'SENT' | 'OPEN' | null> {
  const { rows } = await sql.query<{ is_open: boolean }>(
    `
      select o.state = 'SUBMITTING'
        or (
          o.state = 'IN_DOUBT'
            and m.files_sent_mail
            and not exists (select from server_mail r where r.intent_id = o.id)
            and m.deleted_at is null
            and not coalesce((o.doubt_evidence->>'settled')::boolean, false)
        ) as is_open
      from intent i
      join intent o on o.enrolment_id = i.enrolment_id
        and o.id <> i.id
        and o.kind = 'CAMPAIGN'
        and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
        and o.send_at >= i.send_at
      join mailbox m on m.id = o.mailbox_id
      where i.id = $1
    `,
    [mail.id],
  );
  return rows.length === 0 ? null : rows.some((row) => row.is_open) ? 'OPEN' : 'SENT';
}

/** A reply or a forward that a person wrote: it stands in its conversation as failed, with its text, and may be sent again. */
async function failOwnMail(sql: SqlClient, mail: Unsent): Promise<void> {
  await sql.query(
    `
      update intent
      set state = 'FAILED', submitting_at = null, sent_at = null, failure_class = 'transient',
        failure_text = $2,
        doubt_evidence = doubt_evidence || '{"settled": true, "proven_unsent": true}'::jsonb,
        updated_at = now()
      where id = $1
    `,
    [
      mail.id,
      'The server never confirmed this email and the mailbox does not hold it in Sent: it was not sent. Send it again.',
    ],
  );
  await sql.query(`delete from message where intent_id = $1 and direction = 'out'`, [mail.id]);
  if (mail.kind === 'REPLY' && mail.enrolment_id !== null) {
    await sql.query(
      `
        update enrolment e
        set thread_references = array_remove(e.thread_references, $2),
          last_message_id = case
            when e.last_message_id = $2 then (array_remove(e.thread_references, $2))[cardinality(array_remove(e.thread_references, $2))]
            else e.last_message_id
            end,
          updated_at = now()
        where e.id = $1
      `,
      [mail.enrolment_id, mail.message_id],
    );
  }
}

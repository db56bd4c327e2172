import type { ImapFlow } from 'imapflow';
import type { CampaignClock } from '../../../../platform/clock/clock';
import type { Database, SqlClient } from '../../../../platform/db/database';
import type { Live } from '../../../../platform/live/live';
import type { ConnectionRules, MailServer } from '../../../../platform/mail/mail-server';
import { withdrawEvents } from '../../../../platform/events/withdraw-events';
import { openImap } from '../../../../platform/mail/open-imap';
import { findLost } from './outcome.store';
import { loadSendJob, type SendJob } from './send-job.store';
import { recordSentMails } from './sent.store';

export interface DoubtDeps {
  db: Database;
  live: Live;
  now: () => number;
  clock: Pick<CampaignClock, 'scale'>;
  imapServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  rules: ConnectionRules;
  log: { error: (fields: object, text: string) => void };
  /** Real milliseconds after the final dot before absence is looked at: the server's own time-out for the data phase (RFC 5321, 4.5.3.2.6). */
  serverTimeout: number;
}

/** When Sent will have told of a mail that is in doubt now (campaign time in milliseconds): two looks, a server's time-out apart, prove what is absent, and looks come a little late. */
export const toldBy = ({ now, clock, serverTimeout }: Pick<DoubtDeps, 'now' | 'clock' | 'serverTimeout'>): number => now() + 2.5 * serverTimeout * clock.scale();

/** Marks intents whose worker died in SUBMITTING as in doubt; they count as sent until evidence says otherwise (engine.md). @returns how many */
export async function markLost(deps: Pick<DoubtDeps, 'db' | 'live' | 'now' | 'clock' | 'serverTimeout'>): Promise<number> {
  // Each in a transaction of its own: several would hold the campaign's rollups while they wait for mailboxes, and outcomes the other way round.
  for (let count = 0; ; count += 1) {
    const isMore = await deps.db.systemSql(async (sql) => {
      const [claim] = await findLost(sql, 1);
      if (!claim) return false;
      const job = await loadSendJob(sql, claim, 'SUBMITTING');
      if (!job) return false;
      await recordSentMails(sql, [{ job, mail: mailOf(job), result: { state: 'IN_DOUBT', evidence: { since: new Date(), why: 'The worker ended between the final dot and its record.' }, toldBy: toldBy(deps) }, at: deps.now() }]);
      await deps.live.publish(sql, claim.workspaceId, ['campaigns', `campaign:${job.intent.campaign_id ?? 0}`]);
      return true;
    });
    if (!isMore) return count;
  }
}

const mailOf = ({ intent }: SendJob) => ({ subject: intent.subject ?? '', html: intent.body_html, text: intent.body_text ?? '', inReplyTo: intent.in_reply_to, references: intent.references, links: [], spinChoice: 0 });

interface Doubt { id: string; workspace_id: number; mailbox_id: number; fencing_token: string; message_id: string; enrolment_id: number | null; step_id: number | null; files_sent_mail: boolean; checks: number }

/** Looks for mails in doubt in the mailbox's Sent and All Mail. Found settles as sent; absence proves unsent only where the provider itself files what is submitted. */
export async function settleDoubts(deps: DoubtDeps): Promise<number> {
  const doubts = await deps.db.systemSql(async (sql) => (await sql.query<Doubt>(
    `select i.id, i.workspace_id, i.mailbox_id, i.fencing_token, i.message_id, i.enrolment_id, i.step_id, m.files_sent_mail, coalesce((i.doubt_evidence->>'checks')::int, 0) as checks
     from intent i join mailbox m on m.id = i.mailbox_id
     where i.state = 'IN_DOUBT' and coalesce((i.doubt_evidence->>'settled')::boolean, false) = false and coalesce((i.doubt_evidence->>'checks')::int, 0) < 5
       and i.submitting_at < clock_timestamp() - make_interval(secs => $1::float8 * (1 + coalesce((i.doubt_evidence->>'checks')::int, 0))) and m.deleted_at is null
       -- A mailbox that could not be read is left alone for a while, so that it does not stand before all others.
       and coalesce((i.doubt_evidence->>'look_after')::timestamptz, '-infinity') < clock_timestamp() order by i.id limit 50`, [deps.serverTimeout / 1000])).rows);
  const byMailbox = new Map<number, Doubt[]>();
  for (const doubt of doubts) byMailbox.set(doubt.mailbox_id, [...(byMailbox.get(doubt.mailbox_id) ?? []), doubt]);
  for (const [mailboxId, group] of byMailbox) await settleMailbox(deps, mailboxId, group).catch(async (error) => {
    deps.log.error({ error, mailbox: mailboxId }, 'mails in doubt could not be looked up');
    await deps.db.systemSql((sql) => sql.query(`update intent set doubt_evidence = coalesce(doubt_evidence, '{}') || jsonb_build_object('look_after', clock_timestamp() + interval '5 minutes') where id = any($1::bigint[]) and state = 'IN_DOUBT'`, [group.map((doubt) => doubt.id)]));
  });
  return doubts.length;
}

async function settleMailbox(deps: DoubtDeps, mailboxId: number, doubts: Doubt[]): Promise<void> {
  const [first] = doubts;
  if (!first) return;
  const client = await openImap(await deps.imapServer(first.workspace_id, mailboxId), deps.rules);
  try {
    for (const doubt of doubts) {
      const folder = await findInSent(client, doubt.message_id);
      await deps.db.systemSql((sql) => settleOne(sql, doubt, folder, deps.now()));
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Whether sent mail is kept here, by the server's word (RFC 6154) or by the usual names. */
export const isSentFolder = (folder: { specialUse?: string; path: string }): boolean => folder.specialUse === '\\Sent' || /^(inbox[./])?sent( items| mail|-mail| messages)?$/i.test(folder.path);

/** The folder that holds a mail with this Message-ID, among Sent and All Mail. */
async function findInSent(client: ImapFlow, messageId: string): Promise<string | null> {
  const folders = (await client.list()).filter((folder) => isSentFolder(folder) || folder.specialUse === '\\All');
  for (const folder of folders) {
    const lock = await client.getMailboxLock(folder.path);
    try {
      const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
      if (found && found.length > 0) return folder.path;
    } finally {
      lock.release();
    }
  }
  return null;
}

async function settleOne(sql: SqlClient, doubt: Doubt, folder: string | null, now: number): Promise<void> {
  if (folder !== null) {
    await sql.query(`update intent set state = 'SENT', doubt_evidence = doubt_evidence || $2::jsonb, updated_at = now() where id = $1 and state = 'IN_DOUBT'`, [doubt.id, JSON.stringify({ settled: true, found_in: folder, settled_at: new Date(now) })]);
    return;
  }
  const isProof = doubt.files_sent_mail && doubt.checks >= 1;
  if (isProof && (await takeBack(sql, doubt, now))) return;
  await sql.query(`update intent set doubt_evidence = doubt_evidence || jsonb_build_object('checks', $2::int, 'last_check', 'not found in Sent', 'proves_unsent', $3::boolean) where id = $1 and state = 'IN_DOUBT'`, [doubt.id, doubt.checks + 1, doubt.files_sent_mail]);
}

/** Proven unsent: the mail may be sent after all, unless the lead has moved on. Everything that was counted when it was marked is taken back with it. */
async function takeBack(sql: SqlClient, doubt: Doubt, now: number): Promise<boolean> {
  if (doubt.enrolment_id === null || doubt.step_id === null) return false;
  // The enrolment first, as every writer of outcomes does; a reply or an open may have settled the mail in the meantime.
  await sql.query('select 1 from enrolment where id = $1 for update', [doubt.enrolment_id]);
  const { rows: [still] } = await sql.query<{ state: string }>('select state from intent where id = $1 for update', [doubt.id]);
  if (still?.state !== 'IN_DOUBT') return false;
  const { rowCount } = await sql.query(
    `update enrolment e set next_step_id = $2, next_seq_number = i.seq_number, next_due_at = $3, next_eligible_at = $3, constraint_code = case when e.status in ('INPROGRESS', 'COMPLETED') then 'STEP_NOT_DUE' else e.constraint_code end, steps_sent = greatest(e.steps_sent - 1, 0),
       -- A lead that was stopped meanwhile stays stopped: only the count is put right.
       status = case when e.status not in ('INPROGRESS', 'COMPLETED') then e.status when p.id is null then 'STARTED' else 'INPROGRESS' end, ended_at = case when e.status in ('INPROGRESS', 'COMPLETED') then null else e.ended_at end,
       thread_references = case when p.id is null then '{}' else array_append(p."references", p.message_id) end, last_message_id = p.message_id, thread_subject = regexp_replace(p.subject, '^Re: ', ''),
       last_seq_number = coalesce(p.seq_number, 0), last_sent_at = p.send_at, first_sent_at = case when p.id is null then null else e.first_sent_at end, updated_at = now()
     from intent i left join lateral (
       select o.id, o.message_id, o.subject, o."references", o.seq_number, o.send_at from intent o where o.enrolment_id = i.enrolment_id and o.id <> i.id and o.kind = 'CAMPAIGN' and o.state in ('SENT', 'IN_DOUBT') order by o.send_at desc limit 1) p on true
     where i.id = $4 and e.id = $1 and e.last_message_id = i.message_id and e.open_intent_id is null`, [doubt.enrolment_id, doubt.step_id, new Date(now), doubt.id]);
  if (rowCount !== 1) return false;
  await sql.query(`update intent set state = 'CANCELLED', submitting_at = null, sent_at = null, cancel_reason = 'PROVEN_UNSENT', doubt_evidence = doubt_evidence || '{"settled": true, "proven_unsent": true}'::jsonb, updated_at = now() where id = $1`, [doubt.id]);
  await sql.query(`delete from message where intent_id = $1 and direction = 'out'`, [doubt.id]);
  await withdrawEvents(sql, { workspaceId: doubt.workspace_id, enrolmentId: doubt.enrolment_id, kind: 'SENT', evidence: { message_id: doubt.message_id } });
  await sql.query('update workspace set email_credits_used = greatest(email_credits_used - 1, 0) where id = $1', [doubt.workspace_id]);
  // A campaign that ended with this mail has something to do again.
  await sql.query(`update campaign c set status = 'ACTIVE', completed_at = null, next_trigger_at = $2, status_changed_at = $2 from enrolment e where e.id = $1 and e.status in ('STARTED', 'INPROGRESS') and c.id = e.campaign_id and c.status = 'COMPLETED'`, [doubt.enrolment_id, new Date(now)]);
  await sql.query(`update campaign c set next_trigger_at = least(coalesce(c.next_trigger_at, $2), $2) from enrolment e where e.id = $1 and c.id = e.campaign_id and c.status = 'ACTIVE' and c.next_trigger_at is null`, [doubt.enrolment_id, new Date(now)]);
  return true;
}

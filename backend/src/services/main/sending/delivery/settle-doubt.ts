import type { ImapFlow } from 'imapflow';
import type { CampaignClock } from '#platform/clock/clock';
import type { Database, SqlClient } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { openImap } from '#platform/mail/open-imap';
import { IncompleteAnswer, uidsWithMessageId } from '#platform/mail/search-folder';
import { findLost } from './outcome.store';
import { loadSendJob, type SendJob } from './send-job.store';
import { recordSentMails } from './sent.store';
import { takeBack } from './take-back.store';

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
export const toldBy = ({ now, clock, serverTimeout }: Pick<DoubtDeps, 'now' | 'clock' | 'serverTimeout'>): number =>
  now() + 2.5 * serverTimeout * clock.scale();

/** Marks intents whose worker died in SUBMITTING as in doubt; they count as sent until evidence says otherwise (docs/engine.md). @returns how many */
export async function markLost(
  deps: Pick<DoubtDeps, 'db' | 'live' | 'now' | 'clock' | 'serverTimeout'>,
): Promise<number> {
  // Each in a transaction of its own: several would hold the campaign's rollups while they wait for mailboxes, and outcomes the other way round.
  for (let count = 0; ; count += 1) {
    const isMore = await deps.db.systemSql(async (sql) => {
      const [claim] = await findLost(sql, 1);
      if (!claim) return false;
      const job = await loadSendJob(sql, claim, 'SUBMITTING');
      if (!job) return false;
      await recordSentMails(sql, [
        {
          job,
          mail: mailOf(job),
          result: {
            state: 'IN_DOUBT',
            evidence: { since: new Date(), why: 'The worker ended between the final dot and its record.' },
            toldBy: toldBy(deps),
          },
          at: deps.now(),
        },
      ]);
      await deps.live.publish(sql, claim.workspaceId, ['campaigns', `campaign:${job.intent.campaign_id ?? 0}`]);
      return true;
    });
    if (!isMore) return count;
  }
}

const mailOf = ({ intent }: SendJob) => ({
  subject: intent.subject ?? '',
  html: intent.body_html,
  text: intent.body_text ?? '',
  inReplyTo: intent.in_reply_to,
  references: intent.references,
  links: [],
  spinChoice: 0,
});

/** Real seconds until a mailbox that could not be read is tried again; twice as many each time, five minutes at most. */
const firstPause = 15;

interface Doubt {
  id: string;
  workspace_id: number;
  mailbox_id: number;
  message_id: string;
  files_sent_mail: boolean;
  checks: number;
}

/** Looks for mails in doubt in the mailbox's Sent and All Mail. Found settles as sent; absence proves unsent only where the provider itself files what is submitted. */
export async function settleDoubts(deps: DoubtDeps): Promise<number> {
  const doubts = await deps.db.systemSql(
    async (sql) =>
      (
        await sql.query<Doubt>(
          `
            select i.id, i.workspace_id, i.mailbox_id, i.message_id,
              m.files_sent_mail
                and not exists (select from server_mail r where r.intent_id = i.id)
                -- After a restore its row in server_mail is lost; the journal has noted whether the provider files it.
                and coalesce((i.doubt_evidence->>'is_filed')::boolean, true) as files_sent_mail,
              coalesce((i.doubt_evidence->>'checks')::int, 0) as checks
            from intent i
            join mailbox m on m.id = i.mailbox_id
            where i.state = 'IN_DOUBT' and coalesce((i.doubt_evidence->>'settled')::boolean, false) = false and coalesce((i.doubt_evidence->>'checks')::int, 0) < 5 and i.submitting_at < clock_timestamp() - make_interval(
                secs => $1::float8 * (1 + coalesce((i.doubt_evidence->>'checks')::int, 0))
              ) and m.deleted_at is null
              -- A mailbox that could not be read is left alone for a while, so that it does not stand before all others.
              and coalesce(
                (i.doubt_evidence->>'look_after')::timestamptz, '-infinity'
              ) < clock_timestamp()
            order by i.id
            limit 50
          `,
          [deps.serverTimeout / 1000],
        )
      ).rows,
  );
  const byMailbox = new Map<number, Doubt[]>();
  for (const doubt of doubts) byMailbox.set(doubt.mailbox_id, [...(byMailbox.get(doubt.mailbox_id) ?? []), doubt]);
  for (const [mailboxId, group] of byMailbox)
    await settleMailbox(deps, mailboxId, group).catch(async (error) => {
      deps.log.error({ error, mailbox: mailboxId }, 'emails unconfirmed could not be looked up');
      await deps.db.systemSql((sql) =>
        sql.query(
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
          [group.map((doubt) => doubt.id), firstPause, String((error as Error).message).slice(0, 300)],
        ),
      );
    });
  return doubts.length;
}

async function settleMailbox(deps: DoubtDeps, mailboxId: number, doubts: Doubt[]): Promise<void> {
  const [first] = doubts;
  if (!first) return;
  const client = await openImap(await deps.imapServer(first.workspace_id, mailboxId), deps.rules);
  try {
    for (const doubt of doubts) {
      const folder = await findInSent(client, doubt);
      await deps.db.systemSql((sql) => settleOne(sql, doubt, folder, deps.now()));
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Whether sent mail is kept here, by the server's word (RFC 6154) or by the usual names. */
export const isSentFolder = (folder: { specialUse?: string; path: string }): boolean =>
  folder.specialUse === '\\Sent' || /^(inbox[./])?sent( items| mail|-mail| messages)?$/i.test(folder.path);

/** The folder that holds a mail with this Message-ID, among Sent and All Mail. */
async function findInSent(client: ImapFlow, doubt: Doubt): Promise<string | null> {
  const { message_id: messageId } = doubt;
  const folders = (await client.list()).filter((folder) => isSentFolder(folder) || folder.specialUse === '\\All');
  // An empty list proves nothing about the email.
  if (folders.length === 0 && doubt.files_sent_mail) throw new IncompleteAnswer('The mail server lists no Sent folder');
  for (const folder of folders) {
    const lock = await client.getMailboxLock(folder.path);
    try {
      if ((await uidsWithMessageId(client, messageId)).length > 0) return folder.path;
    } finally {
      lock.release();
    }
  }
  return null;
}

async function settleOne(sql: SqlClient, doubt: Doubt, folder: string | null, now: number): Promise<void> {
  if (folder !== null) {
    await sql.query(
      `
        update intent
        set state = 'SENT', doubt_evidence = doubt_evidence || $2::jsonb, updated_at = now()
        where id = $1 and state = 'IN_DOUBT'
      `,
      [doubt.id, JSON.stringify({ settled: true, found_in: folder, settled_at: new Date(now) })],
    );
    return;
  }
  const isProof = doubt.files_sent_mail && doubt.checks >= 1;
  if (isProof && (await takeBack(sql, doubt.id, now)) === 'SETTLED') return;
  // The proof stands; what follows is waited for without further looks counted.
  if (isProof) {
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
    return;
  }
  await sql.query(
    `
      update intent
      set doubt_evidence = doubt_evidence || jsonb_build_object(
        'checks', $2::int, 'last_check', 'not found in Sent', 'proves_unsent', $3::boolean
      )
      where id = $1 and state = 'IN_DOUBT'
    `,
    [doubt.id, doubt.checks + 1, doubt.files_sent_mail],
  );
}

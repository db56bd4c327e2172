import type { ImapFlow, ListResponse } from 'imapflow';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { composeMime } from '#platform/mail/compose-mime';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { authenticateMessage } from '#platform/mail-authentication/authenticate-message';
import { openImap } from '#platform/mail/open-imap';
import { judgeFailure } from '#engine/bounces/judge-failure';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { submitMail } from '#platform/mail/submit-mail';
import { readArrivedTask, type ArrivedMail } from '#engine/placement/read-arrived';
import type { HeavyWork } from '#platform/workers/heavy-work';
import {
  checkClaim,
  claimMails,
  markLost,
  postpone,
  releaseLane,
  restSender,
  writeEnded,
  writeSent,
  writeSubmitting,
  type Claim,
  type Refusal,
} from './lane.store';
import { findInFolder, isElsewhere, placeOf } from './find-in-folder';
import { giveUp, takeMailsToFind, writeLanded, type ToFind } from './find-mails.store';
import { hasSpamVerdict, keepContent, markSettled, takeRunToSettle } from './checks.store';
import { checkRun } from './check-run';
import type { CheckTools } from './deps';
import { takeDueTest } from './due-tests.store';
import { followRun, type PlacementActions } from './follow-run';
import { noteSeedCheck, seedSecretContext } from './seeds.store';
import { headersOf, textOf } from './token-header';
import { addRun } from './add-run.store';

/** What the loop of placement tests works with. */
export interface PlacementDeps {
  db: Database;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** The clock of the world, for what operators see. */
  realNow: () => number;
  isSendingHeld: () => boolean;
  /** Opens the sealed passwords of seeds. */
  vault: Vault;
  smtpServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  rules: ConnectionRules;
  tools: CheckTools;
  heavyWork: Pick<HeavyWork, 'run'>;
  actions: PlacementActions;
  log: { error: (fields: object, text: string) => void };
}

const minute = 60_000;
const concurrency = 8;
/** Of a message that arrived, as much is read. */
const mostBytes = 262_144;
const retryMinutes = [15, 60, 240];

class StoodDown extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
    this.name = 'StoodDown';
  }
}

/** Does everything that is due now: begins runs of automatic tests, sends, looks into seeds. @returns what was done */
export async function runDuePlacement(deps: PlacementDeps, worker: string): Promise<{ sent: number; looked: number }> {
  await deps.db.systemSql(markLost);
  const beginRun = () =>
    deps.db.systemSql(async (sql) => {
      const due = await takeDueTest(sql, deps.now());
      if (due) await addRun(due.workspace_id, sql, due.id, new Date(deps.now()));
      return due !== null;
    });
  while (await beginRun());
  const claims = deps.isSendingHeld() ? [] : await claimMails(deps.db, deps.now(), worker, concurrency);
  await Promise.all(claims.map((claim) => send(deps, claim)));
  const mails = await deps.db.systemSql((sql) => takeMailsToFind(sql, deps.now(), 100));
  const bySeed = new Map<string, ToFind[]>();
  for (const mail of mails) bySeed.set(mail.seed, [...(bySeed.get(mail.seed) ?? []), mail]);
  const waiting = [...bySeed.values()];
  const lane = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      await lookAt(deps, group).then(
        () => noteRead(deps, group, null),
        (error: Error) => {
          deps.log.error({ error }, 'a seed could not be looked into');
          return noteRead(deps, group, error.message);
        },
      );
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, lane));
  await settleRuns(deps);
  return { sent: claims.length, looked: mails.length };
}

/** Operators see when a seed was read; a run does not wait for ever for a seed that cannot be. */
const noteRead = ({ db, now, realNow }: PlacementDeps, mails: readonly ToFind[], problem: string | null) =>
  db.systemSql(async (sql) => {
    if (mails[0]) await noteSeedCheck(sql, mails[0].seed_id, problem, new Date(realNow()));
    if (problem !== null) for (const mail of mails) await giveUp(sql, mail, now(), false);
  });

/** Runs of which every place is known: DNS and links are asked, and what somebody wanted to happen on falling placement happens. */
async function settleRuns(deps: PlacementDeps): Promise<void> {
  const next = () => deps.db.systemSql((sql) => takeRunToSettle(sql));
  for (let run = await next(); run; run = await next()) {
    await checkRun(deps.db, deps.tools, run, new Date(deps.now())).catch((error) =>
      deps.log.error({ error }, 'a run of a placement test could not be checked; it can be checked again manually'),
    );
    const { run_id: runId } = run;
    await followRun(deps.db, deps.actions, run, new Date(deps.now())).then(
      () => deps.db.systemSql((sql) => markSettled(sql, runId, new Date(deps.now()))),
      (error: unknown) =>
        deps.log.error({ error, run: runId }, 'what follows from a placement run was interrupted; it is tried again'),
    );
  }
}

async function send(deps: PlacementDeps, claim: Claim): Promise<void> {
  let isSubmitting = false;
  try {
    const refusal = await deps.db.systemSql((sql) => checkClaim(sql, claim, deps.now(), deps.isSendingHeld()));
    if (refusal) throw new StoodDown(refusal);
    const content = await composeMime({
      from: { name: claim.from_name, address: claim.from_email },
      to: { address: claim.to_email },
      ...textOf(claim),
      messageId: claim.message_id,
      inReplyTo: null,
      references: [],
      date: new Date(deps.now()),
      headers: headersOf(claim),
    });
    await submitMail({
      server: await deps.smtpServer(claim.workspace_id, claim.mailbox_id),
      rules: deps.rules,
      envelope: { from: claim.from_email, to: [claim.to_email], envelopeId: claim.token },
      content,
      clientName: claim.from_email.split('@')[1],
      beforeFinalDot: async () => {
        await deps.db.systemSql(async (sql) => {
          const no = await checkClaim(sql, claim, deps.now(), deps.isSendingHeld());
          if (no) throw new StoodDown(no);
          if (!(await writeSubmitting(sql, claim, deps.now()))) throw new StoodDown({ kind: 'LOST' });
        });
        isSubmitting = true;
      },
    });
    await deps.db.systemSql((sql) => writeSent(sql, claim, 'SENT', null));
  } catch (error) {
    await settleFailure(deps, claim, error as Error, isSubmitting);
  } finally {
    await deps.db
      .systemSql((sql) => releaseLane(sql, claim))
      .catch((error) => deps.log.error({ error }, 'a lane could not be given back; its lease ends by itself'));
  }
}

async function settleFailure(deps: PlacementDeps, claim: Claim, error: Error, isSubmitting: boolean): Promise<void> {
  const now = deps.now();
  await deps.db.systemSql(async (sql) => {
    if (error instanceof StoodDown) {
      if (error.refusal.kind === 'LATER') await postpone(sql, claim, error.refusal.at);
      if (error.refusal.kind === 'CANCEL') await writeEnded(sql, claim, 'CANCELLED', error.refusal.why);
      return;
    }
    if (!(error instanceof SmtpFailure)) {
      deps.log.error({ error, mail: claim.id }, 'an email of a placement test failed for a reason of our own');
      // After the commit nobody knows whether it left; the sweep of lost mails takes over.
      if (!isSubmitting) await postpone(sql, claim, now + 15 * minute);
      return;
    }
    const verdict = judgeFailure(error);
    if (verdict.kind === 'DOUBT') return void (await writeSent(sql, claim, 'IN_DOUBT', error.response));
    if (verdict.kind === 'SENDER') await restSender(sql, claim, verdict.sender, { words: error.response, now });
    const wait = retryMinutes[claim.attempts - 1];
    if (verdict.kind === 'RECIPIENT' || verdict.kind === 'REFUSED' || wait === undefined)
      await writeEnded(sql, claim, 'FAILED', error.response);
    else await postpone(sql, claim, now + wait * minute);
  });
}

async function lookAt(deps: PlacementDeps, mails: readonly ToFind[]): Promise<void> {
  const [first] = mails;
  if (!first) return;
  const server: MailServer = {
    ...first.imap,
    username: first.seed,
    credential: { kind: 'password', password: deps.vault.open(first.sealed_password, seedSecretContext(first.seed)) },
  };
  const client = await openImap(server, deps.rules);
  try {
    const found = new Set<number>();
    for (const folder of (await client.list()).filter((each) => !isElsewhere(each)))
      for (const mail of mails)
        if (!found.has(mail.id) && (await lookInto(deps, client, folder, mail))) found.add(mail.id);
    for (const mail of mails)
      if (!found.has(mail.id)) await deps.db.systemSql((sql) => giveUp(sql, mail, deps.now(), true));
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Looks for an email in one folder, and writes what was found. */
async function lookInto(deps: PlacementDeps, client: ImapFlow, folder: ListResponse, mail: ToFind): Promise<boolean> {
  const lock = await client.getMailboxLock(folder.path);
  try {
    const uid = await findInFolder(client, mail);
    if (uid === null) return false;
    const query = { uid: true, source: { maxLength: mostBytes }, internalDate: true };
    const message = await client.fetchOne(String(uid), query, { uid: true });
    if (!message) return false;
    const at = new Date(message.internalDate ?? deps.now());
    const found = { landed: placeOf(folder), folder: folder.path, at } as const;
    const raw = message.source ?? Buffer.alloc(0);
    const evidence = await readEvidence(deps, mail, raw);
    const own = mail.code === null ? null : await readOwn(deps, mail, raw);
    const sentAt = own?.date == null ? null : sentOf(mail, new Date(own.date), at);
    await deps.db.systemSql(async (sql) => {
      await writeLanded(sql, mail, { ...found, ...evidence, sentAt, from: own?.from ?? null });
      if (own) await keepContent(mail.workspace_id, sql, mail.run_id, own);
    });
    return true;
  } finally {
    lock.release();
  }
}

/** An email that a person sent: when it left by its own Date, unless that cannot be. */
const sentOf = ({ started_at: start }: ToFind, date: Date, at: Date): Date | null =>
  date.getTime() > at.getTime() + minute || date.getTime() < start.getTime() - minute ? null : date;

const readOwn = (deps: PlacementDeps, mail: ToFind, raw: Buffer): Promise<ArrivedMail | null> =>
  deps.heavyWork.run(readArrivedTask, new Uint8Array(raw), raw.byteLength).catch((error: unknown) => {
    deps.log.error({ error, mail: mail.id }, 'an email that a person sent to a seed could not be read');
    return null;
  });

/**
 * What the message itself tells: who let it through and by which way it came. Header and body are kept byte for byte (one character each),
 * so that a check can be made again; a message that is longer than what is read has no body that could prove anything.
 */
async function readEvidence(deps: PlacementDeps, mail: ToFind, raw: Buffer) {
  const text = raw.toString('latin1').replaceAll('\u0000', '');
  const end = text.indexOf('\r\n\r\n');
  const headers = (end < 0 ? text : text.slice(0, end)).slice(0, 50_000);
  const body = end < 0 || raw.length >= mostBytes || end > 50_000 ? null : text.slice(end + 4);
  const authentication = await authenticateMessage(raw, deps.tools.lookUp).catch((error: unknown) => {
    deps.log.error({ error, mail: mail.id }, 'a message of a placement test could not be evaluated');
    return null;
  });
  const asksSpam =
    deps.tools.spamChecker && mail.checks_spam && !(await deps.db.systemSql((sql) => hasSpamVerdict(sql, mail.id)));
  const spam = asksSpam
    ? await deps.tools.spamChecker?.(raw).catch((error: unknown) => {
        deps.log.error({ error }, 'SpamAssassin could not be asked');
        return null;
      })
    : null;
  return { headers, body, authentication, spam: spam ?? null };
}

/** The loop of one process. Any number may run at the same time. */
export function startPlacementWorker(deps: PlacementDeps): { stop: () => Promise<void> } {
  const worker = `placement-${process.pid}`;
  const stopping = new AbortController();
  const pause = () =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, 1_000);
      stopping.signal.addEventListener('abort', done, { once: true });
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await runDuePlacement(deps, worker).catch((error) =>
        deps.log.error({ error }, 'the loop of placement tests met an error and continues'),
      );
      await pause();
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

import type { ImapFlow, ListResponse } from 'imapflow';
import { openImap } from '#platform/mail/open-imap';
import { readArrivedTask, type ArrivedMail } from '#engine/placement/read-arrived';
import { fetchBeginning, readEvidence } from './arrived-evidence';
import { claimMails, markLost } from './lane.store';
import { findInFolder, isElsewhere, placeOf } from './find-in-folder';
import { giveUp, holdLead, takeMailsToFind, writeLanded, type ToFind } from './find-mails.store';
import { hasContent, keepContent, markSettled, takeRunToSettle } from './checks.store';
import { checkRun } from './check-run';
import { confirmDueSeeds } from './confirm-seeds';
import { takeDueTest } from './due-tests.store';
import { followRun, releaseEnded } from './follow-run';
import { serverOfSeed } from './seed-login';
import { noteSeedCheck } from './seeds.store';
import { addRun } from './add-run.store';
import { removeDeleted } from './deleted-tests.store';
import { deleteOldEmails } from './old-emails.store';
import { sendMail } from './send-mail';
import { mayRun } from './test-plan';
import type { ArrivedContent } from './tested-content';
import type { PlacementDeps } from './worker-deps';

const minute = 60_000;
const concurrency = 8;

/** Does everything that is due now: begins runs of automatic tests, sends, looks into seeds. @returns what was done */
export async function runDuePlacement(deps: PlacementDeps, worker: string): Promise<{ sent: number; looked: number }> {
  await deps.db.systemSql(markLost);
  const beginRun = () =>
    deps.db.systemSql(async (sql) => {
      const due = await takeDueTest(sql, deps.now());
      if (due && (await mayRun(sql, due, deps.realNow())))
        await addRun(due.workspace_id, sql, due.id, new Date(deps.now()));
      return due !== null;
    });
  while (await beginRun());
  const claims = deps.isSendingHeld() ? [] : await claimMails(deps.db, deps.now(), worker, concurrency);
  await Promise.all(claims.map((claim) => sendMail(deps, claim)));
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
  await endTests(deps).catch((error: unknown) =>
    deps.log.error({ error }, 'what ended placement tests left could not be cleared; it is tried again'),
  );
  return { sent: claims.length, looked: mails.length };
}

/** What tests did ends with them; deleted ones are removed once nothing needs them, and so are emails of old runs. */
async function endTests({ db, actions, now }: PlacementDeps): Promise<void> {
  const at = new Date(now());
  await releaseEnded(db, actions, at);
  await db.systemSql((sql) => removeDeleted(sql, at));
  while ((await db.systemSql((sql) => deleteOldEmails(sql, at))) > 0);
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

async function lookAt(deps: PlacementDeps, mails: readonly ToFind[]): Promise<void> {
  const [first] = mails;
  if (!first) return;
  const { seed_id: id, seed: email, ...stored } = first;
  const client = await openImap(serverOfSeed(deps, { ...stored, id, email }), deps.rules);
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
    const source = await fetchBeginning(client, uid);
    if (!source) return false;
    const at = source.at ?? new Date(deps.now());
    const found = { landed: placeOf(folder), folder: folder.path, at } as const;
    const evidence = await readEvidence(deps, client, mail, source);
    const arrived = (await isToRead(deps, mail)) ? await readArrived(deps, mail, source.beginning) : null;
    // Of an email that a person sent with another tool, it alone tells when and by whom.
    const own = mail.code === null ? null : arrived;
    const sentAt = own?.date == null ? null : sentOf(mail, new Date(own.date), at);
    await deps.db.systemSql(async (sql) => {
      const isErased = mail.lead_id !== null && !(await holdLead(sql, mail.workspace_id, mail.lead_id));
      const kept = isErased ? { ...evidence, headers: null, body: null } : evidence;
      await writeLanded(sql, mail, { ...found, ...kept, sentAt, from: own?.from ?? null });
      if (arrived && !isErased) await keepContent(mail.workspace_id, sql, mail, contentOf(mail, arrived));
    });
    return true;
  } finally {
    lock.release();
  }
}

/** An email that a person sent: when it left by its own Date, unless that cannot be. */
const sentOf = ({ started_at: start }: ToFind, date: Date, at: Date): Date | null =>
  date.getTime() > at.getTime() + minute || date.getTime() < start.getTime() - minute ? null : date;

/** One email of each variant is read; the control says nothing of the test. */
const isToRead = async ({ db }: PlacementDeps, mail: ToFind): Promise<boolean> =>
  mail.code !== null || (mail.kind === 'REAL' && !(await db.systemSql((sql) => hasContent(sql, mail))));

const contentOf = (mail: ToFind, { from: _, date: __, ...content }: ArrivedMail): ArrivedContent => ({
  ...content,
  links: mail.links,
  personalLinks: mail.personal_links,
  mailId: mail.id,
  mailboxId: mail.mailbox_id,
});

const readArrived = (deps: PlacementDeps, mail: ToFind, raw: Buffer): Promise<ArrivedMail | null> =>
  deps.heavyWork.run(readArrivedTask, new Uint8Array(raw), raw.byteLength).catch((error: unknown) => {
    deps.log.error({ error, mail: mail.id }, 'an email that arrived at a seed could not be read');
    return null;
  });

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
  const loop = async (round: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await round().catch((error) =>
        deps.log.error({ error }, 'the loop of placement tests met an error and continues'),
      );
      await pause();
    }
  };
  // Apart: a server that does not answer keeps no test waiting.
  const running = [loop(() => runDuePlacement(deps, worker)), loop(() => confirmDueSeeds(deps))];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

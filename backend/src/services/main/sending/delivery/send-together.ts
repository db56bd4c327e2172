import type { Database } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import { createBatcher } from '#platform/db/batcher';
import type { ClaimedIntent } from './lane.store';
import { loadSendJobs, type SendJob } from './send-job.store';
import { recordSentMails, type SentMail } from './sent.store';
import { findRefusals, submitReserved, type StandDown, type Submission } from './submit.store';

/** What a mail needs of the database on its way, done for all mails of the process that are at the same point. */
export interface SendTogether {
  /** Everything needed to make the mail, or why it may not leave. */
  prepare(claim: ClaimedIntent): Promise<SendJob | StandDown>;
  /** SUBMITTING, durable, after the last check under locks; or why it may not leave. */
  submit(submission: Submission): Promise<StandDown | null>;
  /** The outcome, durable. */
  settle(sent: SentMail): Promise<void>;
  /**
   * How many mails are on their way to the final dot, and to the server's answer to it. Whoever sends counts them, so
   * that nobody waits for mails that do not come.
   */
  readonly onTheirWay: { dot: number; answer: number };
}

export interface TogetherDeps {
  db: Database;
  live: Live;
  /** Campaign time in milliseconds. */
  now: () => number;
  isSendingHeld: () => boolean;
  leaseSeconds?: number;
}

const mostTogether = 32;
/**
 * Real milliseconds that a mail waits for others at most: little beside what a mail server takes, and an eighth of the commits under load.
 */
const patience = 20;

function create(deps: TogetherDeps): SendTogether {
  const { db } = deps;
  const onTheirWay = { dot: 0, answer: 0 };
  const submit = async (mails: Submission[], mayWait: boolean) =>
    submitReserved(db, mails, deps.now(), { isSendingHeld: deps.isSendingHeld(), lease: deps.leaseSeconds, mayWait });
  const submitAlone = async (mail: Submission) => ((await submit([mail], true))[0] ?? null) as StandDown | null;
  const submitInBatch = createBatcher<Submission, StandDown | 'BUSY' | null>({
    most: mostTogether,
    expected: () => onTheirWay.dot,
    patience,
    together: (mails) => submit(mails, false),
    alone: submitAlone,
  });
  const load = async (claims: ClaimedIntent[]) =>
    db.systemRead(async (sql) => {
      const refusals = await findRefusals(sql, claims, deps.now(), deps.isSendingHeld());
      const jobs = await loadSendJobs(
        sql,
        claims.filter((claim) => !refusals.has(claim.intentId)),
      );
      return claims.map((claim) => refusals.get(claim.intentId) ?? jobs.get(claim.intentId) ?? 'LOST_LEASE');
    });
  const settle = async (mails: SentMail[]) =>
    db.systemSql(async (sql) => {
      await recordSentMails(sql, mails);
      const topics = new Map<number, Set<string>>();
      for (const { job } of mails)
        topics.set(
          job.intent.workspace_id,
          new Set([...(topics.get(job.intent.workspace_id) ?? []), ...topicsOf(job)]),
        );
      for (const [workspaceId, changed] of topics) await deps.live.publish(sql, workspaceId, [...changed]);
      return mails.map(() => undefined);
    });
  return {
    onTheirWay,
    prepare: createBatcher({
      most: mostTogether,
      together: load,
      alone: async (claim) => (await load([claim]))[0] as SendJob | StandDown,
    }),
    // Locks that somebody holds are waited for outside of the others' way.
    submit: async (submission) => {
      const answer = await submitInBatch(submission);
      return answer === 'BUSY' ? submitAlone(submission) : answer;
    },
    settle: createBatcher<SentMail, undefined>({
      most: mostTogether,
      expected: () => onTheirWay.answer,
      patience,
      together: settle,
      alone: async (sent) => (await settle([sent]))[0],
    }),
  };
}

/** What a browser shows of a mail that left, failed or came back. */
export const topicsOf = ({ intent }: SendJob): string[] => [
  'campaigns',
  ...(intent.campaign_id === null ? [] : [`campaign:${intent.campaign_id}`]),
  ...(intent.kind === 'CAMPAIGN' ? [] : ['inbox']),
  'mailboxes',
];

const known = new WeakMap<TogetherDeps, SendTogether>();

/** One for the dependencies of a worker: submissions of all its mailboxes share a batch. */
export function sendTogether(deps: TogetherDeps): SendTogether {
  let together = known.get(deps);
  if (!together) {
    together = create(deps);
    known.set(deps, together);
  }
  return together;
}

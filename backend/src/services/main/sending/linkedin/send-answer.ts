import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { LinkedInProvider, LinkedInResult } from '#platform/linkedin/linkedin-provider';
import { isInPlan } from '#platform/plans/plan-in-force.store';
import { restAccount } from './linkedin-action.store';
import * as store from './linkedin-answers.store';
import { notInPlan } from './linkedin-texts';
import { stopAccount } from './record-result';

export interface AnswerDeps {
  db: Database;
  campaignClock: { now(): number };
  linkedIn?: LinkedInProvider | null;
}

/** Who answers; people of a client do not hear of their agency's plan. */
export interface AnsweringPerson {
  workspaceId: WorkspaceId;
  userId: UserId | null;
  client?: object | null;
}

/** As it is kept, with who sent it and when. */
export type LinkedInAnswer = store.AnswerRecord;

interface Answer {
  enrolmentId: EnrolmentId;
  /** The same key is one answer, however often it is asked for. */
  key: string;
  text: string;
}

/** Daily limit of answers per account, in addition to the messages of its steps. */
export const dailyAnswers = 100;
const hour = 3_600_000;
const pausedForClients = 'It sends nothing at the moment. Ask your agency, or answer on LinkedIn.';

/** By which account the next answer goes, and what keeps it from going; null where the lead wrote nothing on LinkedIn. */
export async function findAnswerPlace(
  sql: SqlClient,
  who: AnsweringPerson,
  provider: string | null,
  enrolmentId: EnrolmentId,
): Promise<(store.NewestMessage & { problem: string | null }) | null> {
  const newest = await store.findNewestMessage(who.workspaceId, sql, enrolmentId);
  if (!newest) return null;
  if (!(await isInPlan(sql, who.workspaceId, 'linkedinAccessAllowed')))
    return { ...newest, problem: who.client ? pausedForClients : `${notInPlan} Answer on LinkedIn.` };
  return { ...newest, problem: problemOf(newest, provider) };
}

const disconnected = (name: string, reason: string | null): string =>
  `The LinkedIn account ${name} is disconnected. ${reason ? `${reason} ` : ''}Reconnect it under Integrations, LinkedIn.`;

function problemOf(newest: store.NewestMessage, provider: string | null): string | null {
  const { account_name: name } = newest;
  if (provider === null) return 'LinkedIn is not set up on this installation. Answer on LinkedIn.';
  if (newest.is_gone || newest.provider !== provider || newest.provider_account === null)
    return `The LinkedIn account ${name} is not connected any more. Answer on LinkedIn.`;
  if (newest.state !== 'SUCCESS') return disconnected(name, newest.state_reason);
  if (newest.provider_chat === null) return 'This message was read before answers were possible. Answer on LinkedIn.';
  return null;
}

/**
 * Answers what a lead wrote last on LinkedIn, by the account that it was written to. A key that was used sends nothing
 * twice: what became of it is answered, or looked up at the provider where nobody knows.
 * @returns the answer; unconfirmed where the provider did not say whether it was sent
 * @throws SkeinError CONFLICT where the account is disconnected, the key names something else or is under way,
 * LIMIT_REACHED, UNAVAILABLE, and BAD_REQUEST with what LinkedIn refused
 */
export async function sendAnswer(deps: AnswerDeps, who: AnsweringPerson, answer: Answer): Promise<LinkedInAnswer> {
  const { workspaceId } = who;
  if (await deps.db.systemSql(store.isHeld))
    throw new SkeinError('UNAVAILABLE', 'Nothing is sent until the operator of this installation resumes sending.');
  const begun = await deps.db.tenantSql(workspaceId, (sql) => begin(deps, sql, who, answer));
  if ('sent' in begun) return begun.sent;
  const { provider, account, chat, firstAskedAt, others } = begun;
  const result = await provider.answer({
    account: account.provider_account ?? '',
    chat,
    text: answer.text,
    firstAskedAt,
    others,
  });
  const finished = await deps.db.systemSql((sql) => finish(deps, sql, { who, answer, account, result, firstAskedAt }));
  if (finished instanceof SkeinError) throw finished;
  return finished;
}

interface Begun {
  provider: LinkedInProvider;
  account: store.NewestMessage;
  chat: string;
  /** Null: it was never asked for. */
  firstAskedAt: Date | null;
  others: string[];
}

async function begin(
  deps: AnswerDeps,
  sql: SqlClient,
  who: AnsweringPerson,
  { enrolmentId, key, text }: Answer,
): Promise<Begun | { sent: store.AnswerRecord }> {
  const { workspaceId, userId } = who;
  const known = await store.findAnswer(workspaceId, sql, key);
  if (known && (known.enrolment_id !== enrolmentId || known.text !== text))
    throw new SkeinError('CONFLICT', 'This key belongs to another answer.');
  if (known?.sent_at) return { sent: known };
  const provider = deps.linkedIn ?? null;
  const account = await findAnswerPlace(sql, who, provider?.name ?? null, enrolmentId);
  if (!account) throw new SkeinError('CONFLICT', 'This lead has written nothing on LinkedIn.');
  const chat = known?.provider_chat ?? account.provider_chat;
  if (!provider || account.problem !== null || chat === null) throw new SkeinError('CONFLICT', account.problem ?? '');
  const now = deps.campaignClock.now();
  if (known) {
    if (!(await store.takeAnswer(workspaceId, sql, known.id)))
      throw new SkeinError('CONFLICT', 'LinkedIn may still be sending this answer. Try again in a few minutes.');
  } else {
    await requireRoom(workspaceId, sql, account, now);
    const row = { accountId: account.account_id, enrolmentId, key, chat, text, userId, at: new Date(now) };
    if (!(await store.insertAnswer(workspaceId, sql, row))) throw underWay();
  }
  const others = await store.findSentMessages(workspaceId, sql, { key, chat });
  return { provider, account, chat, firstAskedAt: known?.asked_at ?? null, others };
}

const underWay = () => new SkeinError('CONFLICT', 'This answer is being sent.');

/** @throws SkeinError LIMIT_REACHED where the account may send nothing more for now */
async function requireRoom(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  account: store.NewestMessage,
  now: number,
): Promise<void> {
  const rest = Math.max(...[account.rests['MESSAGE'], account.rests['ALL']].map((at) => (at ? Date.parse(at) : 0)));
  if (rest > now)
    throw new SkeinError(
      'LIMIT_REACHED',
      `LinkedIn takes no more messages from ${account.account_name} for about ${Math.ceil((rest - now) / hour)} h.`,
    );
  if ((await store.countAnswersToday(workspaceId, sql, account, now)) >= dailyAnswers)
    throw new SkeinError(
      'LIMIT_REACHED',
      `${account.account_name} has sent ${dailyAnswers} answers today, which is the limit. Answer tomorrow, or on LinkedIn.`,
    );
}

interface Finished {
  who: { workspaceId: WorkspaceId };
  answer: Answer;
  account: store.NewestMessage;
  result: LinkedInResult;
  firstAskedAt: Date | null;
}

/**
 * What the provider said, written down. An answer that was asked for once and refused is gone; one that may have been sent before stays.
 */
async function finish(
  deps: AnswerDeps,
  sql: SqlClient,
  { who: { workspaceId }, answer: { key }, account, result, firstAskedAt }: Finished,
): Promise<store.AnswerRecord | SkeinError> {
  const now = deps.campaignClock.now();
  if (result.outcome === 'DONE')
    await store.writeSent(workspaceId, sql, { key, reference: result.reference, at: new Date(now) });
  else await store.endLease(workspaceId, sql, key);
  if (result.outcome === 'DONE' || result.outcome === 'LATER')
    return (await store.findAnswer(workspaceId, sql, key)) as store.AnswerRecord;
  if (firstAskedAt === null) await store.deleteAnswer(workspaceId, sql, key);
  if (result.outcome === 'ACCOUNT') {
    const { account_id: id, provider_account } = account;
    await stopAccount(sql, { id, provider_account }, result.reason);
    return new SkeinError('CONFLICT', disconnected(account.account_name, result.reason));
  }
  if (result.outcome === 'WAIT') {
    if (result.holds !== 'ACTION')
      await restAccount(sql, account.account_id, {
        kind: result.holds === 'KIND' ? 'MESSAGE' : 'ALL',
        until: new Date(now + result.hours * hour),
      });
    return new SkeinError('LIMIT_REACHED', result.reason);
  }
  return new SkeinError('BAD_REQUEST', result.reason);
}

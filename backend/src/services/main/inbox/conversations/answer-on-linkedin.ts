import type { EnrolmentId } from '@skein/contracts/ids';
import type { LinkedInAnswerView } from '@skein/contracts/main/inbox-views';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { readAnswers, sendAnswer, type LinkedInAnswer } from '#sending/sending.api';
import { markAnswered } from './conversation-flags.store';
import { requireConversation } from './require-conversation';

type AnswerDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live' | 'linkedIn'>;

const viewOf = (row: LinkedInAnswer): LinkedInAnswerView => ({
  id: row.id,
  key: row.key,
  at: (row.sent_at ?? row.asked_at).toISOString(),
  text: row.text,
  account_name: row.account_name,
  sent_by: row.sent_by_name,
  state: row.sent_at ? 'SENT' : row.is_asking ? 'SENDING' : 'UNCONFIRMED',
});

/** Answers that were given on LinkedIn from here, and by which account the next one would go. */
export async function readLinkedIn(
  deps: Pick<MainDeps, 'linkedIn'>,
  sql: SqlClient,
  who: Who,
  enrolmentId: EnrolmentId,
) {
  const { answers, place } = await readAnswers(sql, who, deps.linkedIn?.name ?? null, enrolmentId);
  return {
    linkedin_answers: answers.map(viewOf),
    linkedin_reply: place && { account_name: place.account_name, problem: place.problem },
  };
}

/** Answers the lead on LinkedIn, which reads the conversation. @throws SkeinError NOT_FOUND, and as sendAnswer */
export async function answerOnLinkedIn(
  deps: AnswerDeps,
  who: Who,
  enrolmentId: EnrolmentId,
  answer: { key: string; text: string },
): Promise<LinkedInAnswerView> {
  const { workspaceId } = who;
  await deps.db.tenantSql(workspaceId, (sql) => requireConversation(sql, who, enrolmentId));
  try {
    const sent = await sendAnswer(deps, who, { ...answer, enrolmentId });
    if (sent.sent_at) await deps.db.tenantSql(workspaceId, (sql) => markAnswered(sql, { workspaceId, enrolmentId }));
    return viewOf(sent);
  } finally {
    // A refusal says something of the account, which the conversation shows.
    await deps.db.tenantSql(workspaceId, (sql) => deps.live.publish(sql, workspaceId, ['inbox']));
  }
}

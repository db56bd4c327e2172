import type { EnrolmentId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { listAnswers, type AnswerRecord, type NewestMessage } from './linkedin-answers.store';
import { findAnswerPlace, type AnsweringPerson } from './send-answer';

/**
 * Answers of a conversation on LinkedIn, oldest first, and by which account the next one goes; no place where the lead wrote nothing there.
 */
export async function readAnswers(
  sql: SqlClient,
  who: AnsweringPerson,
  provider: string | null,
  enrolmentId: EnrolmentId,
): Promise<{ answers: AnswerRecord[]; place: (NewestMessage & { problem: string | null }) | null }> {
  return {
    place: await findAnswerPlace(sql, who, provider, enrolmentId),
    answers: await listAnswers(who.workspaceId, sql, enrolmentId),
  };
}

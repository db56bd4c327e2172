import { readProblem } from '@skein/mfe/requests';
import { useInboxPushMutation, useInboxSubsequencesQuery, useInboxUndoPushMutation } from './record-api';

const unsendable = new Set(['ARCHIVED', 'COMPLETED', 'STOPPED']);

/** Subsequences of a campaign that leads can be moved to, and moving them there and back. */
export function useSubsequencePush(campaignId: number) {
  const asked = useInboxSubsequencesQuery({ params: { campaignId } });
  const [push] = useInboxPushMutation();
  const [undoPush] = useInboxUndoPushMutation();
  return {
    /** Undefined until they are known. */
    subsequences: asked.data?.rows.filter(({ status }) => !unsendable.has(status)),
    problem: readProblem(asked),
    push: (subsequenceId: number, enrolmentIds: readonly number[], delay_seconds: number) =>
      push({
        params: { subsequenceId },
        body: { selection: { enrolment_ids: [...enrolmentIds] }, delay_seconds },
      }).unwrap(),
    moveBack: (subsequenceId: number, enrolment_ids: number[]) =>
      undoPush({ params: { subsequenceId }, body: { enrolment_ids } }).unwrap(),
  };
}

import { useInboxColleagueDraftQuery } from '../api';

/** The unsent words of a colleague, read again while they are written; `isMissing` while none are saved. */
export function useColleagueDraft(enrolmentId: number, colleagueId: number) {
  const { data, error } = useInboxColleagueDraftQuery(
    { params: { enrolmentId, colleagueId } },
    { refetchOnMountOrArgChange: true, pollingInterval: 4_000 },
  );
  return { html: data?.html, isMissing: error !== undefined && data === undefined };
}

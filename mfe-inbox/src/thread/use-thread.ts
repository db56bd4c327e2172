import { useEffect, useMemo, useRef } from 'react';
import { useAccess } from '@skein/mfe/access';
import { useUnsavedDrafts, withUnsaved } from '../composer/unsaved-drafts';
import { useInboxDraftQuery, useInboxPanelQuery, useInboxThreadQuery } from '../api';
import { useChange } from '../inbox/use-change';
import { webAddress } from '../web-address';

export type Thread = ReturnType<typeof useThread>;

/** A thread with the draft of this person; what is looked at is read. */
export function useThread(enrolmentId: number) {
  // What was fetched ahead is shown at once, and read again unless it is only seconds old.
  const thread = useInboxThreadQuery({ params: { enrolmentId } }, { refetchOnMountOrArgChange: 5 });
  const panel = useInboxPanelQuery({ params: { enrolmentId } });
  const draft = useInboxDraftQuery({ params: { enrolmentId } }, { refetchOnMountOrArgChange: true });
  const unsaved = useUnsavedDrafts().read(enrolmentId);
  const { may } = useAccess();
  const mayAct = may('inbox.reply');
  const change = useChange();
  const data = thread.currentData;

  // Once a visit: a person who marks it as unread while it is open means it.
  const marked = useRef<string | null>(null);
  const newest = `${data?.messages.at(-1)?.id}:${data?.linkedin_messages?.at(-1)?.id}`;
  const conversation = data?.conversation;
  useEffect(() => {
    if (!conversation || !mayAct) return;
    const visit = `${conversation.enrolment_id}:${newest}`;
    if (conversation.is_read) {
      marked.current ??= visit;
      return;
    }
    if (marked.current === visit) return;
    marked.current = visit;
    void change([conversation], { do: 'read', is_read: true }, { quiet: true });
  }, [conversation, newest, mayAct, change]);

  const profile = panel.currentData?.lead.linkedin_profile;
  return useMemo(
    () => ({
      data,
      /** When it was read last. */ readAt: thread.fulfilledTimeStamp,
      error: thread.error,
      isLoading: thread.isLoading || (thread.isFetching && !data),
      retry: () => void thread.refetch(),
      draft: withUnsaved(unsaved, draft.currentData, data?.reply_to.cc ?? []),
      draftIsKnown: draft.currentData !== undefined || draft.isError,
      leadZone: panel.currentData?.lead.time_zone ?? null,
      linkedInProfile: profile ? webAddress(profile) : null,
      mayAct,
    }),
    [data, thread, draft, unsaved, panel.currentData, profile, mayAct],
  );
}

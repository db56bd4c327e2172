import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi } from '../api';

/** Drafts by the workspace's AI for one conversation. */
export function useAiDraft(enrolmentId: number) {
  const { data } = inboxApi.useInboxAiAbilitiesQuery();
  const [draft, { isLoading }] = inboxApi.useInboxAiDraftMutation();
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isAvailable: data?.drafts ?? false,
    isSandbox: data?.is_sandbox ?? false,
    isLoading,
    problem,
    /** @returns HTML for the editor, or null when there is none, with the problem told */
    write: async (instruction: string): Promise<string | null> => {
      setProblem(null);
      try {
        const { html, removed_links: removed } = await draft({
          params: { enrolmentId },
          body: { instruction },
        }).unwrap();
        if (removed.length > 0)
          toasts.show({
            title: removed.length === 1 ? 'A link was removed' : `${removed.length} links were removed`,
            text: 'They are neither in your knowledge nor in your own emails.',
          });
        return html;
      } catch (failure) {
        setProblem(problemOf(failure).message);
        return null;
      }
    },
  };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CallInput } from '@skein/contracts/endpoint';
import type { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi, useInboxPutDraftMutation, useInboxRemoveDraftMutation } from '../api';
import { isBlank } from './addresses';
import { keepDraft, type DraftState } from './keep-draft';

type PutDraft = CallInput<(typeof inboxDraftsContract)['endpoints']['putDraft']>['body'];
/** What is being written. */
export type Draft = Required<Omit<PutDraft, 'send_at'>>;

/** A draft, and since when it is on the server; null when it could not be stored. */
export interface SavedDraft {
  draft: Draft;
  savedAt: string | null;
}

/** A draft that is stored as it is written; stored at once when the conversation is left. */
export function useDraft(enrolmentId: number, first: Draft, firstSavedAt: string | null) {
  const [draft, setDraft] = useState(first);
  const [state, setState] = useState<{ state: DraftState; savedAt: string | null }>({
    state: 'saved',
    savedAt: firstSavedAt,
  });
  const [put] = useInboxPutDraftMutation();
  const [remove] = useInboxRemoveDraftMutation();
  const dispatch = useAppDispatch();
  const mounted = useRef(true);
  const latest = useRef(first);
  const keeper = useMemo(
    () =>
      keepDraft<Draft>({
        save: async (next) => {
          const { updated_at } = await put({ params: { enrolmentId }, body: { ...next, send_at: null } }).unwrap();
          // Whoever closes the composer and opens it again finds these words, not those it was opened with.
          dispatch(
            inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
              draft: { ...next, send_at: null },
              updated_at,
            })),
          );
          return updated_at;
        },
        onChange: (next, savedAt) => {
          if (mounted.current) setState({ state: next, savedAt });
        },
      }),
    [enrolmentId, put, dispatch],
  );
  const [isUnsaved] = useState(firstSavedAt === null && !isBlank(first.html));
  useEffect(() => {
    if (isUnsaved) keeper.change(latest.current);
  }, [isUnsaved, keeper]);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      void keeper.flush();
    };
  }, [keeper]);
  const change = useCallback(
    (part: Partial<Draft>) => {
      latest.current = { ...latest.current, ...part };
      keeper.change(latest.current);
      setDraft(latest.current);
    },
    [keeper],
  );
  const read = useCallback(() => latest.current, []);
  /** Forgets the draft, here and on the server. */
  const discard = useCallback(async () => {
    await keeper.drop();
    await remove({ params: { enrolmentId } })
      .unwrap()
      .catch(() => undefined);
    dispatch(
      inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
        draft: null,
        updated_at: null,
      })),
    );
  }, [keeper, remove, enrolmentId, dispatch]);
  return { draft, read, change, discard, drop: keeper.drop, flush: keeper.flush, ...state };
}

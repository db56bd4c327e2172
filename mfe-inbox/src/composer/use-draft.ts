import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi, useInboxPutDraftMutation, useInboxRemoveDraftMutation } from '../api';
import { isBlank } from './is-blank';
import type { Draft } from './draft.types';
import { keepDraft, type DraftState } from './keep-draft';
import { useUnsavedDrafts } from './unsaved-drafts';

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
  const unsaved = useUnsavedDrafts();
  const storedAt = useRef(firstSavedAt ?? unsaved.read(enrolmentId)?.savedAt ?? null);
  const mounted = useRef(true);
  const latest = useRef(first);
  const keeper = useMemo(
    () =>
      keepDraft<Draft>({
        save: async (next) => {
          // Whoever closes the composer and opens it again finds these words, not those it was opened with.
          const show = (updated_at: string | null) =>
            dispatch(
              inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
                draft: { ...next, send_at: null },
                updated_at,
              })),
            );
          try {
            const { updated_at } = await put({ params: { enrolmentId }, body: { ...next, send_at: null } }).unwrap();
            unsaved.forget(enrolmentId);
            storedAt.current = updated_at;
            show(updated_at);
            return updated_at;
          } catch (error) {
            unsaved.keep(enrolmentId, { draft: next, savedAt: storedAt.current });
            show(storedAt.current);
            throw error;
          }
        },
        onChange: (next, savedAt) => {
          if (mounted.current) setState({ state: next, savedAt });
        },
      }),
    [enrolmentId, put, dispatch, unsaved],
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
    unsaved.forget(enrolmentId);
    await remove({ params: { enrolmentId } })
      .unwrap()
      .catch(() => undefined);
    dispatch(
      inboxApi.util.updateQueryData('inboxDraft', { params: { enrolmentId } }, () => ({
        draft: null,
        updated_at: null,
      })),
    );
  }, [keeper, remove, enrolmentId, dispatch, unsaved]);
  return { draft, read, change, discard, drop: keeper.drop, flush: keeper.flush, ...state };
}

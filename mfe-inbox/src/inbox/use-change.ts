import { useCallback } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { useSessionUser, nameOf } from '@skein/mfe/session';
import { useAppDispatch, useAppStore } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi, useInboxChangeMutation } from '../api';
import { undoOf } from '../recent/undo-kept';
import { changeRow, describeChange, staysIn, type Me } from './change-rows';

export interface ChangeOptions {
  /** Nothing is said, and nothing kept for undoing: for what follows from looking. */
  quiet?: boolean;
  names?: { category?: string; until?: string };
}

/** Does something to conversations: shown at once, undone when the server refuses, with Undo where that is possible. */
export function useChange() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const user = useSessionUser();
  const [send] = useInboxChangeMutation();

  return useCallback(
    async (
      rows: readonly ConversationRow[],
      action: ConversationAction,
      options: ChangeOptions = {},
    ): Promise<boolean> => {
      if (rows.length === 0) return false;
      const me: Me | null = user && { id: user.id, name: nameOf(user) };
      const ids = new Set(rows.map((row) => row.enrolment_id));
      const undoPatches: (() => void)[] = [];
      for (const query of inboxApi.util.selectCachedArgsForQuery(store.getState(), 'inboxList')) {
        undoPatches.push(
          dispatch(
            inboxApi.util.updateQueryData('inboxList', query, (list) => {
              for (const page of list.pages)
                page.rows = page.rows.flatMap((row) => {
                  if (!ids.has(row.enrolment_id)) return [row];
                  const changed = changeRow(row, action, me);
                  return staysIn(query, changed, action, me) ? [changed] : [];
                });
            }),
          ).undo,
        );
      }
      for (const id of ids) {
        undoPatches.push(
          dispatch(
            inboxApi.util.updateQueryData('inboxThread', { params: { enrolmentId: id } }, (thread) => {
              thread.conversation = changeRow(thread.conversation, action, me);
            }),
          ).undo,
        );
      }
      let changeKey: string | null;
      try {
        const body = { enrolment_ids: [...ids], action, ...(options.quiet ? { is_passing: true } : {}) };
        ({ change_key: changeKey } = await send({ body }).unwrap());
      } catch (error) {
        for (const undo of undoPatches) undo();
        showProblem('Not changed', error);
        return false;
      }
      if (options.quiet) return true;
      const title = describeChange(action, rows.length, options.names ?? {});
      const key = changeKey;
      toasts.show({
        key: `inbox-${action.do}`,
        title,
        ...(rows.length === 1 && rows[0] ? { text: nameOfLead(rows[0]) } : {}),
        ...(key !== null && action.do !== 'resume' ? { undo: undoOf(dispatch, key, title) } : {}),
      });
      return true;
    },
    [dispatch, store, user, send],
  );
}

/** A lead as people call them; the address when no name is known. */
export function nameOfLead({ lead }: Pick<ConversationRow, 'lead'>): string {
  return [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;
}

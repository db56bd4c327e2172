import { useCallback } from 'react';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useInboxChangeMatchingMutation, useInboxUndoBulkMutation } from '../api';
import { describeChange } from './change-rows';
import type { Inbox } from './inbox.hooks';
import { useChange, type ChangeOptions } from './use-change';
import type { Selection } from './use-selection';

/** Does something to the chosen conversations: named ones here and now, everything that matches on the server. Both can be undone. */
export function useBulk(inbox: Inbox, selection: Selection) {
  const change = useChange();
  const [changeMatching] = useInboxChangeMatchingMutation();
  const [undo] = useInboxUndoBulkMutation();
  const { rows, query } = inbox;
  return useCallback(
    async (action: ConversationAction, names: NonNullable<ChangeOptions['names']> = {}) => {
      const { chosen } = selection;
      selection.clear();
      if (!chosen.all)
        return void change(
          rows.filter((row) => chosen.ids.has(row.enrolment_id)),
          action,
          { names },
        );
      const { folder, sort: _, ...filter } = query;
      try {
        const done = await changeMatching({
          body: { ...(folder ? { folder } : {}), filter, excluded_ids: [...chosen.excluded].slice(0, 500), action },
        }).unwrap();
        toasts.show({
          title: describeChange(action, done.changed, names),
          ...(done.has_more ? { text: 'The newest 2,000 were changed. Do it again for the rest.' } : {}),
          ...(done.can_undo
            ? {
                undo: {
                  seconds: 20,
                  keySeconds: 3600,
                  run: () =>
                    undo({ params: { bulkId: done.bulk_id } })
                      .unwrap()
                      .then(
                        () => undefined,
                        (error: unknown) => showProblem('Not undone', error),
                      ),
                },
              }
            : {}),
        });
      } catch (error) {
        showProblem('Not changed', error);
      }
    },
    [change, changeMatching, undo, rows, query, selection],
  );
}

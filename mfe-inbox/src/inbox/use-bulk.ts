import { useCallback, useState } from 'react';
import { mostChosen } from '@skein/contracts/main/inbox-choices';
import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import { toasts } from '@skein/ui/toast-store';
import { useChange, type ChangeOptions } from './use-change';
import type { Inbox } from './inbox.hooks';
import type { Selection } from './use-selection';

/** What is asked for everything that matches, before it is confirmed. */
export interface MatchingRequest {
  action: MatchingAction;
}

/**
 * Does something to the chosen conversations: named ones here and now; everything that matches is confirmed first and done on the server.
 */
export function useBulk({ rows, total, totalIsCapped }: Inbox, selection: Selection) {
  const change = useChange();
  const [asked, setAsked] = useState<MatchingRequest | null>(null);
  const run = useCallback(
    (action: MatchingAction, names: NonNullable<ChangeOptions['names']> = {}) => {
      const { chosen } = selection;
      if (chosen.all) return setAsked({ action });
      if (chosen.ids.size === 0) return;
      if (chosen.ids.size > mostChosen) {
        const amount = `${total.toLocaleString('en-US')}${totalIsCapped ? '+' : ''}`;
        toasts.show({
          key: 'too-many-chosen',
          tone: 'info',
          title: `Select up to ${mostChosen} conversations one by one`,
          text: `${chosen.ids.size} are selected, and nothing was changed. Deselect some, or select all ${amount} that match.`,
          action: { label: 'Select all', run: selection.chooseAll },
        });
        return;
      }
      selection.clear();
      if (action.do === 'push') return;
      void change(
        rows.filter((row) => chosen.ids.has(row.enrolment_id)),
        action,
        { names },
      );
    },
    [change, rows, selection, total, totalIsCapped],
  );
  return { run, asked, close: () => setAsked(null) };
}

import { useCallback, useState } from 'react';
import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
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
export function useBulk({ rows }: Inbox, selection: Selection) {
  const change = useChange();
  const [asked, setAsked] = useState<MatchingRequest | null>(null);
  const run = useCallback(
    (action: MatchingAction, names: NonNullable<ChangeOptions['names']> = {}) => {
      const { chosen } = selection;
      if (chosen.all) return setAsked({ action });
      if (chosen.ids.size === 0) return;
      selection.clear();
      if (action.do === 'push') return;
      void change(
        rows.filter((row) => chosen.ids.has(row.enrolment_id)),
        action,
        { names },
      );
    },
    [change, rows, selection],
  );
  return { run, asked, close: () => setAsked(null) };
}

import { useMemo, useRef } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import type { Inbox } from './inbox.hooks';
import type { Selection } from './use-selection';

const none: Action[] = [];

/** Choosing lines by key: the open one, all that are loaded, all that match. */
export function useSelectKeys(mayAct: boolean, selection: Selection, open: number | null, rows: Inbox['rows']): void {
  const latest = useRef({ selection, open, rows });
  latest.current = { selection, open, rows };
  const list = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.select',
        label: 'Select this conversation',
        group: 'Inbox',
        keys: 'x',
        icon: 'check',
        run: () => {
          const id = latest.current.open ?? latest.current.rows[0]?.enrolment_id;
          if (id !== undefined) latest.current.selection.toggle(id);
        },
      },
      {
        id: 'inbox.select-all',
        label: 'Select everything in this view',
        group: 'Inbox',
        keys: 'mod+a',
        icon: 'check',
        run: () => latest.current.selection.chooseAll(),
      },
    ],
    [],
  );
  useActions(mayAct ? list : none);
}

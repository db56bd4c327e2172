import { useMemo, useRef } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { pressUndo } from '@skein/ui/toast-store';
import { emptyAddress, recentAddress, root, writeAddress } from './inbox-address';

/** Moving in the list (null where there is none) and between the folders, and undoing, in the registry that the `?` sheet is made from. */
export function useInboxKeys(move: ((step: 1 | -1) => void) | null) {
  const latest = useRef(move);
  latest.current = move;
  const hasList = move !== null;
  const steps = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.next',
        label: 'Next conversation',
        group: 'Inbox',
        keys: 'j',
        icon: 'arrow-down',
        run: () => latest.current?.(1),
      },
      {
        id: 'inbox.previous',
        label: 'Previous conversation',
        group: 'Inbox',
        keys: 'k',
        icon: 'arrow-up',
        run: () => latest.current?.(-1),
      },
    ],
    [],
  );
  const folders = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.unread',
        label: 'Go to Unread',
        group: 'Inbox',
        keys: 'g u',
        icon: 'mail',
        run: () => navigateTo(writeAddress({ ...emptyAddress, folder: 'unread' })),
      },
      {
        id: 'inbox.mine',
        label: 'Go to what is assigned to me',
        group: 'Inbox',
        keys: 'g o',
        icon: 'user',
        run: () => navigateTo(writeAddress({ ...emptyAddress, folder: 'assigned_to_me' })),
      },
      {
        id: 'inbox.untracked',
        label: 'Go to untracked replies',
        group: 'Inbox',
        keys: 'g x',
        icon: 'help',
        run: () => navigateTo(`${root}/untracked`),
      },
      {
        id: 'inbox.recent',
        label: 'Go to recent changes',
        group: 'Inbox',
        keys: 'g z',
        icon: 'undo',
        run: () => navigateTo(recentAddress),
      },
      {
        id: 'inbox.undo',
        label: 'Undo the last action',
        group: 'Inbox',
        keys: 'z',
        icon: 'undo',
        run: pressUndo,
      },
    ],
    [],
  );
  useActions(useMemo(() => (hasList ? [...steps, ...folders] : folders), [hasList, steps, folders]));
}

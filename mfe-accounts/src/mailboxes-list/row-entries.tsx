import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { useAccess } from '@skein/mfe/access';
import type { MenuEntry } from '@skein/ui/menu';
import { useMailboxActions } from '../use-mailbox-actions';
import type { OpenDialog } from './mailbox-dialogs';

/** What can be done with one mailbox of the list. @returns the menu of a row; `open` shows one of the page's dialogs */
export function useRowEntries() {
  const access = useAccess();
  const { setSuspended, testAndTell } = useMailboxActions();
  return (row: MailboxView, open: (dialog: OpenDialog) => void): MenuEntry[] => {
    const looks: MenuEntry[] = [
      { label: 'Open', icon: 'arrow-right', href: `/app/email-account/${row.id}/overview` },
      ...(row.state === 'failing'
        ? [{ label: 'What is wrong', icon: 'alert' as const, href: `/app/email-account/${row.id}/error-state` }]
        : []),
    ];
    if (!access.may('mailbox.write')) return looks;
    return [
      ...looks,
      { kind: 'separator' },
      {
        label: 'Test connection',
        icon: 'refresh',
        detail: 'Logs in, sends nothing',
        onSelect: () => void testAndTell(row),
      },
      row.is_suspended
        ? {
            label: 'Resume sending',
            icon: 'play',
            onSelect: () => void setSuspended([row.id], false, row.from_email),
          }
        : {
            label: 'Suspend',
            icon: 'pause',
            detail: 'Campaigns keep it',
            onSelect: () => void setSuspended([row.id], true, row.from_email),
          },
      { label: 'Change limits', icon: 'settings', href: `/app/email-account/${row.id}/management` },
      { label: 'Warmup', icon: 'fire', href: `/app/email-account/${row.id}/warmup` },
      { label: 'Tag', icon: 'tag', onSelect: () => open({ kind: 'tag', ids: [row.id] }) },
      ...(access.may('mailbox.delete')
        ? [
            { kind: 'separator' as const },
            {
              label: 'Remove',
              icon: 'trash' as const,
              tone: 'danger' as const,
              onSelect: () => open({ kind: 'remove', row }),
            },
          ]
        : []),
    ];
  };
}

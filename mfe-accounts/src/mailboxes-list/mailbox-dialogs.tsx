import type { MailboxSelection } from '@skein/contracts/main/mailbox-changes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { ChangeDrawer } from '../change/change-drawer';
import { RemoveDialog } from '../remove-dialog';
import { TagDialog } from './tag-dialog';

export type OpenDialog =
  | { kind: 'tag'; ids: number[] }
  | { kind: 'change'; selection: MailboxSelection }
  | { kind: 'remove'; row: MailboxView };

/** The dialog that is open over the list. */
export function MailboxDialogs({
  open,
  rowsOf,
  onClose,
  onDone,
}: {
  open: OpenDialog;
  rowsOf: (ids: readonly number[]) => MailboxView[];
  onClose: () => void;
  onDone: () => void;
}) {
  if (open.kind === 'tag') return <TagDialog ids={open.ids} rows={rowsOf(open.ids)} onClose={onDone} />;
  if (open.kind === 'change') return <ChangeDrawer selection={open.selection} onStarted={onDone} onClose={onClose} />;
  return <RemoveDialog mailbox={open.row} onClose={onClose} />;
}

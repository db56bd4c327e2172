import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { ChooseTagsDialog } from '@skein/mfe/lists/choose-tags-dialog';
import { counted } from '@skein/ui/counted';
import { useMailboxTags } from '../mailbox-labels.hooks';
import { useTagMailboxes } from './mailboxes.hooks';

interface TagDialogProps {
  ids: number[];
  rows: readonly MailboxView[];
  onClose: () => void;
}

/** Adds and removes tags of one or many mailboxes. */
export function TagDialog({ ids, rows, onClose }: TagDialogProps) {
  const { tags, create } = useMailboxTags();
  const tag = useTagMailboxes();
  return (
    <ChooseTagsDialog
      name={ids.length === 1 && rows[0] ? rows[0].from_email : counted(ids.length, 'mailbox', 'mailboxes')}
      options={(tags ?? []).map((entry) => ({ value: String(entry.id), label: entry.name }))}
      rows={rows}
      onCreate={create}
      onSave={(added, removed) => tag(ids, added, removed)}
      onClose={onClose}
    />
  );
}

import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { withSentence } from '@skein/mfe/with-sentence';
import { useRemoveMailboxMutation } from './api';
import { removalEffect } from './mailbox-words';

/** Removes a mailbox after its address was typed; says first, in numbers, what that does. */
export function RemoveDialog({
  mailbox,
  onClose,
  onRemoved,
}: {
  mailbox: MailboxView;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const [remove] = useRemoveMailboxMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove ${mailbox.from_email}`}
      confirmLabel="Remove mailbox"
      typedText={mailbox.from_email}
      description={
        <>
          {removalEffect(mailbox)} Its credentials are destroyed; what it sent and received stays in the inbox and in
          the figures.
        </>
      }
      onConfirm={async () => {
        const { reallocated_leads: leads } = await withSentence(remove({ params: { mailboxId: mailbox.id } }).unwrap());
        toasts.show({
          title: `${mailbox.from_email} removed`,
          ...(leads > 0 ? { text: `${counted(leads, 'lead')} find another mailbox at their next step.` } : {}),
        });
        onRemoved?.();
      }}
    />
  );
}

import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { withSentence } from '@skein/mfe/with-sentence';
import { removalEffect } from './mailbox-texts';
import { useRemoveMailbox } from './use-mailbox-actions';

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
  const remove = useRemoveMailbox(mailbox.id);
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
        const leads = await withSentence(remove());
        toasts.show({
          title: `${mailbox.from_email} removed`,
          ...(leads > 0 ? { text: `${counted(leads, 'lead')} find another mailbox at their next step.` } : {}),
        });
        onRemoved?.();
      }}
    />
  );
}

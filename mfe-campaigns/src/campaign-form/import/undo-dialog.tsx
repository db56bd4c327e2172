import { Callout } from '@skein/ui/callout';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { withSentence } from '@skein/mfe/with-sentence';
import { useUndo } from './undo-dialog.hooks';

/** Takes an upload back, after saying in numbers what goes and what stays. */
export function UndoDialog({ upload, onClose }: { upload: { id: number; file_name: string }; onClose: () => void }) {
  const { data, error, undo } = useUndo(upload);
  if (!data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`Undo ${upload.file_name}`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {error ? (
          <Callout tone="danger" role="alert">
            {error.message}
          </Callout>
        ) : (
          <Loading label="Counting what would be removed" />
        )}
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Undo ${upload.file_name}`}
      confirmLabel="Undo this upload"
      description={`${counted(data.enrolments_removed, 'lead is removed', 'leads are removed')} from this campaign, ${data.leads_removed.toLocaleString('en-US')} of them from the workspace too, because only this file added them. ${data.kept_contacted > 0 ? `${counted(data.kept_contacted, 'lead that was emailed stays', 'leads that were emailed stay')}. ` : ''}${data.cancelled_emails > 0 ? `${counted(data.cancelled_emails, 'scheduled email is', 'scheduled emails are')} not sent.` : ''}`}
      onConfirm={async () => {
        const done = await withSentence(undo({ params: { uploadId: upload.id }, body: {} }).unwrap());
        toasts.show({ title: `${counted(done.enrolments_removed, 'lead')} cancelled` });
      }}
    />
  );
}

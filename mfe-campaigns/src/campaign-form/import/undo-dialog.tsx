import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { Callout } from '@skein/ui/callout';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { withSentence } from '@skein/mfe/with-sentence';
import { useUndo, type UndoEffects } from './undo-dialog.hooks';

/** What is removed and what stays, in numbers. */
function effectOf(effects: UndoEffects, ofCampaign: boolean): string {
  const { enrolments_removed: removed, leads_removed: deleted, kept_contacted: kept } = effects;
  const first = ofCampaign
    ? `${counted(removed, 'lead is removed', 'leads are removed')} from this campaign, ${deleted.toLocaleString('en-US')} of them from the workspace too, because only this file added them.`
    : `The leads of this file leave the list. ${counted(deleted, 'lead is removed', 'leads are removed')} from the workspace too, because only this file added ${deleted === 1 ? 'it' : 'them'}.`;
  const contacted = kept > 0 ? ` ${counted(kept, 'lead that was emailed stays', 'leads that were emailed stay')}.` : '';
  const cancelled =
    effects.cancelled_emails > 0 ? ` ${counted(effects.cancelled_emails, 'scheduled email')} won’t be sent.` : '';
  return `${first}${contacted}${cancelled}`;
}

/** Undoes an upload, after saying in numbers what is removed and what stays. */
export function UndoDialog({
  upload,
  onClose,
}: {
  upload: Pick<UploadView, 'id' | 'file_name' | 'campaign_id' | 'delete_identifier'>;
  onClose: () => void;
}) {
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
      description={effectOf(data, upload.campaign_id !== null)}
      onConfirm={async () => {
        const done = await withSentence(undo({ params: { uploadId: upload.id }, body: {} }).unwrap());
        toasts.show({
          title:
            upload.campaign_id === null
              ? 'Upload undone'
              : `Upload undone: ${counted(done.enrolments_removed, 'lead')} removed`,
        });
      }}
    >
      {upload.campaign_id !== null && (
        <Hint>
          To ask a colleague first, send them the{' '}
          <Link href={`/app/email-campaigns/${upload.campaign_id}/confirm-delete-csv/${upload.delete_identifier}`}>
            link to undo this upload
          </Link>
          .
        </Hint>
      )}
    </ConfirmDialog>
  );
}

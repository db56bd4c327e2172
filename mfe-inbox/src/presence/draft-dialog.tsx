import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { textOfHtml } from '../thread/mail-text';
import { useColleagueDraft } from './use-colleague-draft';
import type { Colleague } from './use-presence';

/** The unsent words of a colleague, read again while they are written. */
export function DraftDialog({
  enrolmentId,
  colleague,
  onContinue,
  onClose,
}: {
  enrolmentId: number;
  colleague: Colleague;
  onContinue: ((html: string) => void) | undefined;
  onClose: () => void;
}) {
  const { html, isMissing } = useColleagueDraft(enrolmentId, colleague.user_id);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Draft by ${colleague.name}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {onContinue && (
            <Button
              variant="primary"
              disabled={html === undefined || textOfHtml(html) === ''}
              onClick={() => {
                if (html !== undefined) onContinue(html);
                onClose();
              }}
            >
              Continue this draft
            </Button>
          )}
        </>
      }
    >
      {html === undefined && !isMissing && <Loading label="Loading the draft" />}
      {isMissing && <Text $tone="muted">Nothing is saved yet.</Text>}
      {html !== undefined && (
        <Text as="p" style={{ whiteSpace: 'pre-wrap' }}>
          {textOfHtml(html) || 'Nothing is written yet.'}
        </Text>
      )}
    </Dialog>
  );
}

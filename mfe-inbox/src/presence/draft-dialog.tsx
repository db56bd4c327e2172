import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { useInboxColleagueDraftQuery } from '../api';
import type { Colleague } from './use-presence';

const wordsOf = (html: string): string => {
  const body = new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/p>/gi, '\n'), 'text/html').body;
  return (body.textContent ?? '').trim();
};

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
  const { data, error } = useInboxColleagueDraftQuery(
    { params: { enrolmentId, colleagueId: colleague.user_id } },
    { refetchOnMountOrArgChange: true, pollingInterval: 4_000 },
  );
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
              disabled={!data || wordsOf(data.html) === ''}
              onClick={() => {
                if (data) onContinue(data.html);
                onClose();
              }}
            >
              Continue this draft
            </Button>
          )}
        </>
      }
    >
      {!data && !error && <Loading label="Loading the draft" />}
      {error && !data && <Text $tone="muted">Nothing is saved yet.</Text>}
      {data && (
        <Text as="p" style={{ whiteSpace: 'pre-wrap' }}>
          {wordsOf(data.html) || 'Nothing is written yet.'}
        </Text>
      )}
    </Dialog>
  );
}

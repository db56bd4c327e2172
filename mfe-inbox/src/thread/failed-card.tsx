import type { OutgoingView } from '@skein/contracts/main/inbox-views';
import { Button } from '@skein/ui/button';
import { Status } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { firstWords } from './mail-text';
import { WaitingBox, WaitingHead, WaitingWords } from './outgoing-parts';

/** A reply or forward that could not be sent: why, whole, what it said, and the way to change it and send it again. */
export function FailedCard({
  outgoing,
  label,
  words,
  onEdit,
}: {
  outgoing: OutgoingView;
  label: string;
  /** Without signature and quotation. */ words: string;
  /** Left out where it cannot be written again. */
  onEdit: (() => void) | null;
}) {
  return (
    <WaitingBox aria-label={label}>
      <WaitingHead>
        <strong>
          <Status tone="danger" glyph="bad" style={{ whiteSpace: 'normal' }}>
            {outgoing.kind === 'FORWARD' ? `Not forwarded to ${outgoing.to_email}` : 'Not sent'}
          </Status>
        </strong>
        {onEdit && (
          <Button size="small" icon="edit" onClick={onEdit}>
            Edit and resend
          </Button>
        )}
      </WaitingHead>
      {outgoing.status_message && (
        <Text as="p" style={{ overflowWrap: 'anywhere' }}>
          {outgoing.status_message}
        </Text>
      )}
      {words !== '' && <WaitingWords>{firstWords(words)}</WaitingWords>}
    </WaitingBox>
  );
}

import type { OutgoingView } from '@skein/contracts/main/inbox-views';
import { useCampaignNow, useCampaignTime } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Icon } from '@skein/ui/icon';
import { fullInstant } from '@skein/ui/instant';
import { Row } from '@skein/ui/layout';
import { WaitingBox, WaitingHead, WaitingWords } from './outgoing-parts';
import { useDrafted } from './use-drafted';

/** Seconds as a clock: 4:05, 1:02:09. */
function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** An answer that the AI drafted and that a rule sends: how long anybody has to cancel it, and its words. */
export function DraftedCard({
  outgoing,
  words,
  timeZone,
  mayAct,
  onEdit,
}: {
  outgoing: OutgoingView;
  /** The draft without signature and quotation. */ words: string;
  timeZone: string;
  mayAct: boolean;
  onEdit: () => void;
}) {
  const now = useCampaignNow(1_000);
  const { scale } = useCampaignTime();
  const { isCancelling, isSending, cancel, send } = useDrafted(outgoing.stats_id);
  const left = Math.ceil((Date.parse(outgoing.send_at) - now.getTime()) / 1_000 / scale);
  const isWaiting = outgoing.can_cancel && left > 0;
  return (
    <WaitingBox aria-label="An answer drafted by AI">
      <WaitingHead>
        <Icon name="sparkle" />
        <strong title={fullInstant(outgoing.send_at, timeZone)}>
          {isWaiting ? (
            <>
              Drafted by AI, sends in <time dateTime={outgoing.send_at}>{clockOf(left)}</time>
            </>
          ) : (
            'Drafted by AI, sending now'
          )}
        </strong>
        {mayAct && isWaiting && (
          <Row $gap={2}>
            <Button size="small" icon="edit" onClick={onEdit}>
              Edit
            </Button>
            <Button size="small" loading={isSending} onClick={() => void send()}>
              Send now
            </Button>
            <Button size="small" loading={isCancelling} onClick={() => void cancel()}>
              Cancel
            </Button>
          </Row>
        )}
      </WaitingHead>
      <WaitingWords>{words}</WaitingWords>
    </WaitingBox>
  );
}

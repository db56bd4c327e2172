import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import { Button } from '@skein/ui/button';
import { IconButton } from '@skein/ui/icon-button';
import { fullInstant, timeOfDay } from '@skein/ui/instant';
import { useMedia } from '@skein/ui/use-media';
import { To } from './composer-style';
import type { DraftState } from './keep-draft';
import type { Draft } from './draft.types';

const words: Record<string, (at: string) => string> = {
  saved: (at) => `Draft saved ${at}`,
  waiting: () => 'Not saved yet',
  saving: () => 'Saving',
  failed: () => 'Not saved: no connection',
};

/** From whom to whom, and whether the draft is stored. */
export function ComposerHead({
  draft,
  from,
  replyTo,
  leadName,
  saved,
  timeZone,
  detailed,
  onDetailed,
  onLeave,
}: {
  draft: Draft;
  /** The address of the sender. */ from: string | null;
  replyTo: CallOutput<(typeof inboxContract)['endpoints']['getThread']>['reply_to'];
  leadName: string;
  saved: { state: DraftState; at: string | null };
  timeZone: string;
  detailed: boolean;
  onDetailed: (detailed: boolean) => void;
  onLeave: () => void;
}) {
  const phone = useMedia('(max-width: 720px)');
  return (
    <To>
      {!phone && <span className="from">From</span>}
      {!phone && <b className="from">{from ?? 'no mailbox'}</b>}
      <span>to</span>
      <b title={draft.to_email}>
        {draft.to_email === replyTo.to_email ? leadName : draft.to_email || 'nobody'}
        {draft.cc.length > 0 ? ` and ${draft.cc.length} more` : ''}
      </b>
      <span className="push">
        {!phone && (
          <span role="status" title={saved.at ? fullInstant(saved.at, timeZone) : undefined}>
            {saved.state === 'saved' && !saved.at
              ? ''
              : words[saved.state]?.(saved.at ? timeOfDay(saved.at, timeZone) : '')}
          </span>
        )}
        <Button variant="ghost" size="small" aria-expanded={detailed} onClick={() => onDetailed(!detailed)}>
          {replyTo.senders.length > 1 ? 'From, Cc, subject' : 'Cc, subject'}
        </Button>
        <IconButton icon="close" label="Close, the draft is kept" onClick={onLeave} />
      </span>
    </To>
  );
}

import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import { Button } from '@skein/ui/button';
import { IconButton } from '@skein/ui/icon-button';
import { fullInstant, timeOfDay } from '@skein/ui/instant';
import { useMedia } from '@skein/ui/use-media';
import { To } from './composer-style';
import type { DraftState } from './keep-draft';
import type { Draft } from './draft.types';

const unsaved: Record<Exclude<DraftState, 'saved'>, string> = {
  waiting: 'Not saved yet',
  saving: 'Saving',
  failed: 'Not saved: no connection',
};

/** Whether the draft is stored; since when, where there is room for the time. */
function savedText({ state, at }: { state: DraftState; at: string | null }, timeZone: string, phone: boolean): string {
  if (state !== 'saved') return unsaved[state];
  if (!at) return '';
  return phone ? 'Draft saved' : `Draft saved ${timeOfDay(at, timeZone)}`;
}

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
  const detailsLabel = replyTo.senders.length > 1 ? 'From, Cc, subject' : 'Cc, subject';
  return (
    <To>
      <span className="who">
        <span title={draft.to_email}>
          To{' '}
          <b>
            {draft.to_email === replyTo.to_email ? leadName : draft.to_email || 'nobody'}
            {draft.cc.length > 0 ? ` and ${draft.cc.length} more` : ''}
          </b>
        </span>
        <span className="from" title={from ?? undefined}>
          from <b>{from ?? 'no mailbox'}</b>
        </span>
      </span>
      <span role="status" title={saved.at ? fullInstant(saved.at, timeZone) : undefined}>
        {savedText(saved, timeZone, phone)}
      </span>
      {phone ? (
        <IconButton
          icon={detailed ? 'chevron-up' : 'chevron-down'}
          label={detailsLabel}
          aria-expanded={detailed}
          onClick={() => onDetailed(!detailed)}
        />
      ) : (
        <Button variant="ghost" size="small" aria-expanded={detailed} onClick={() => onDetailed(!detailed)}>
          {detailsLabel}
        </Button>
      )}
      <IconButton icon="close" label="Close, the draft is kept" onClick={onLeave} />
    </To>
  );
}

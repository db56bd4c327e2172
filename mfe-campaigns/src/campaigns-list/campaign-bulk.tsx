import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import { Button } from '@skein/ui/button';

/** What can be done with the selected campaigns. `onDuplicate` only where one is selected. */
export function CampaignBulk({
  onStatus,
  onOpen,
  onDuplicate,
}: {
  onStatus: (action: CampaignAction) => void;
  onOpen: (kind: 'move' | 'tag') => void;
  onDuplicate?: () => void;
}) {
  return (
    <>
      <Button variant="ghost" icon="play" onClick={() => onStatus('RESUME')}>
        Resume
      </Button>
      <Button variant="ghost" icon="pause" onClick={() => onStatus('PAUSE')}>
        Pause
      </Button>
      <Button variant="ghost" icon="folder" onClick={() => onOpen('move')}>
        Move
      </Button>
      <Button variant="ghost" icon="tag" onClick={() => onOpen('tag')}>
        Tag
      </Button>
      <Button
        variant="ghost"
        icon="copy"
        {...(onDuplicate ? { onClick: onDuplicate } : { disabledReason: 'Select one campaign to duplicate it' })}
      >
        Duplicate
      </Button>
      <Button variant="ghost" icon="archive" onClick={() => onStatus('ARCHIVE')}>
        Archive
      </Button>
    </>
  );
}

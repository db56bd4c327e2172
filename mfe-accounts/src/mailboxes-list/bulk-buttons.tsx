import { Button } from '@skein/ui/button';

/** What can be done with the selected mailboxes. */
export function BulkButtons({
  onChange,
  onSuspend,
  onWarmup,
  onTag,
}: {
  onChange: () => void;
  onSuspend: (isSuspended: boolean) => void;
  onWarmup: (isOn: boolean) => void;
  onTag: () => void;
}) {
  return (
    <>
      <Button variant="ghost" icon="settings" onClick={onChange}>
        Change
      </Button>
      <Button variant="ghost" icon="pause" onClick={() => onSuspend(true)}>
        Suspend
      </Button>
      <Button variant="ghost" icon="play" onClick={() => onSuspend(false)}>
        Resume sending
      </Button>
      <Button variant="ghost" icon="fire" onClick={() => onWarmup(true)}>
        Warm up
      </Button>
      <Button variant="ghost" onClick={() => onWarmup(false)}>
        Warmup off
      </Button>
      <Button variant="ghost" icon="tag" onClick={onTag}>
        Tag
      </Button>
    </>
  );
}

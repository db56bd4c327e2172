import { useEffect, useState } from 'react';
import { liveState } from '@skein/mfe/live';
import { useSignal } from '@skein/mfe/signal';
import { Icon } from '@skein/ui/icon';
import { Tooltip } from '@skein/ui/tooltip';
import { Pill } from './pill';
import { useReadAgain } from './use-read-again';

/** How long ago, in one unit. `since` and `now` in milliseconds. */
export function agoText(since: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}

/** When this page last heard from the server; a press reads everything visible again. */
export function SyncPill() {
  const { connected, lastHeard } = useSignal(liveState);
  const [now, setNow] = useState(() => Date.now());
  const readAgain = useReadAgain();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  if (lastHeard === null) return null;
  const text = connected ? 'Synced' : 'Reconnecting';
  const ago = agoText(lastHeard, Math.max(now, lastHeard));
  return (
    <Tooltip
      content={
        connected
          ? `Last update ${ago}. Changes appear live; press to reload this page's data.`
          : `No connection since ${ago}. Trying again.`
      }
    >
      <Pill type="button" aria-label={`${text}, last update ${ago}`} onClick={readAgain}>
        <Icon name="refresh" size={14} />
        <span>{text}</span>
      </Pill>
    </Tooltip>
  );
}

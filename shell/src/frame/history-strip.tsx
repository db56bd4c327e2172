import { Icon } from '@skein/ui/icon';
import { styled } from 'styled-components';
import { Strip } from './frame-style';
import { useHistoryProgress, useHistoryState, useSandboxTime } from './use-sandbox-time';

/** The reason for everything that waits takes two lines where one is too short. */
const Wrapping = styled(Strip)`
  & > span {
    white-space: normal;
    padding: 2px 0;
  }
`;

function Making() {
  const history = useHistoryProgress();
  if (!history) return null;
  const { done_days: done, total_days: total } = history;
  return (
    <Wrapping $tone="info" role="region" aria-label="Demo history">
      <Icon name="clock" size={14} />
      <span>
        Preparing this demo workspace: day {done} of {total}. Its sending, replies, warmup and placement tests start
        when it is done.
      </span>
    </Wrapping>
  );
}

function Failed() {
  const text = useSandboxTime()?.history.text;
  return (
    <Wrapping $tone="warning" role="region" aria-label="Demo history">
      <Icon name="alert" size={14} />
      <span>
        {text === undefined || text === '' ? 'The demo’s history could not be finished.' : text} It will be retried when
        the product restarts.
      </span>
    </Wrapping>
  );
}

/**
 * Until the demo's month is made, its mailboxes live in that past, and nothing else is sent or read for the demo.
 * Campaigns say "Running" meanwhile, so this says on every page what they wait for, and what is missing where the month
 * could not be made. Other workspaces wait for nothing and are told of nothing.
 */
export function HistoryStrip() {
  const state = useHistoryState();
  if (state === 'failed') return <Failed />;
  return state === 'running' ? <Making /> : null;
}

import { timeComesWithStart } from '@skein/mfe/campaign-time';
import { useSignal } from '@skein/mfe/signal';
import { useTimeQuery } from '@skein/mfe/system-api';
import { Icon } from '@skein/ui/icon';
import { styled } from 'styled-components';
import { Strip } from './frame-style';

/** Real milliseconds between two looks while the month is being made. */
const lookEvery = 3000;

/** The reason for everything that waits takes two lines where one is too short. */
const Wrapping = styled(Strip)`
  & > span {
    white-space: normal;
    padding: 2px 0;
  }
`;

function Making() {
  const { data } = useTimeQuery(undefined, { pollingInterval: lookEvery });
  if (!data) return null;
  const { done_days: done, total_days: total } = data.history;
  return (
    <Wrapping $tone="info" role="region" aria-label="Demo history">
      <Icon name="clock" size={14} />
      <span>
        Preparing the demo workspace: day {done} of {total}. In every workspace, sending, replies, warmup, placement
        tests and server setup start when it is done.
      </span>
    </Wrapping>
  );
}

/**
 * Until the demo's month is made, the sandbox's mail servers live in its past, and the engine waits for all workspaces. Campaigns
 * say "Running" meanwhile, so this says on every page what they wait for.
 */
export function HistoryStrip() {
  const { state } = useTimeQuery(undefined, {
    skip: useSignal(timeComesWithStart),
    selectFromResult: ({ data }) => ({ state: data?.history.state }),
  });
  return state === 'running' ? <Making /> : null;
}

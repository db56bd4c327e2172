import { timeComesWithStart } from '@skein/mfe/campaign-time';
import { problemOf } from '@skein/mfe/problem';
import { useSignal } from '@skein/mfe/signal';
import { useSetTimeScaleMutation, useTimeQuery } from '@skein/mfe/system-api';

/** Real milliseconds between two looks while the demo's month is being made. */
const lookEvery = 3000;

/** What of the world around this installation is simulated; undefined until that is known. */
export const useSandboxTime = () => useTimeQuery().data;

/** How far the demo's month is, read again while it is made. */
export const useHistoryProgress = () => useTimeQuery(undefined, { pollingInterval: lookEvery }).data?.history;

/** Whether the demo's month is being made, is there, or could not be made; undefined until that is known. */
export function useHistoryState() {
  const { state } = useTimeQuery(undefined, {
    skip: useSignal(timeComesWithStart),
    selectFromResult: ({ data }) => ({ state: data?.history.state }),
  });
  return state;
}

/** Sets the speed of campaign time. */
export function useTimeScale() {
  const [setScale, { isLoading: isSetting, error }] = useSetTimeScaleMutation();
  return {
    isSetting,
    problem: error === undefined ? null : problemOf(error).message,
    setScale: (scale: number) => void setScale({ body: { scale } }),
  };
}

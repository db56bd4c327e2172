import { useEffect, useMemo, useState } from 'react';
import { createSignal, useSignal } from './signal';
import { useTimeQuery } from './system-api';

/** True while the frame waits for its first answer, which brings the time to everybody: nobody asks for it twice. */
export const timeComesWithStart = createSignal(false);

/** Campaign time: the clock that the engine works by. In production it is the real one. */
export interface CampaignTime {
  /** Whether the answer is here; before that, real time is given. */
  known: boolean;
  isSandbox: boolean;
  /** Campaign seconds in a real second; 1 outside the sandbox. */
  scale: number;
  now(): Date;
}

/** Campaign time for an answer of the server that was received at `receivedAt` (milliseconds of the monotonic clock). */
export function campaignTimeFrom(
  answer: { is_sandbox: boolean; now: string | Date; scale: number } | undefined,
  receivedAt: number,
  monotonic: () => number = () => performance.now(),
): CampaignTime {
  if (!answer) return { known: false, isSandbox: false, scale: 1, now: () => new Date() };
  const base = new Date(answer.now).getTime();
  return {
    known: true,
    isSandbox: answer.is_sandbox,
    scale: answer.scale,
    now: () => new Date(base + (monotonic() - receivedAt) * answer.scale),
  };
}

/** Campaign time, kept in step with the server once a minute. */
export function useCampaignTime(): CampaignTime {
  const { data, fulfilledTimeStamp } = useTimeQuery(undefined, {
    skip: useSignal(timeComesWithStart),
    pollingInterval: 60_000,
    skipPollingIfUnfocused: true,
  });
  // An answer may be older than the component that shows it: what has passed since then has passed here too.
  return useMemo(
    () => campaignTimeFrom(data, performance.now() - Math.max(0, Date.now() - (fulfilledTimeStamp ?? Date.now()))),
    [data, fulfilledTimeStamp],
  );
}

/** Real milliseconds between two ticks, at least. */
const leastTick = 1000;

/** Campaign time that ticks: renders again every `interval` milliseconds of campaign time, and at most once a second of real time. */
export function useCampaignNow(interval = leastTick): Date {
  const time = useCampaignTime();
  const [now, setNow] = useState(() => time.now());
  useEffect(() => {
    setNow(time.now());
    const timer = setInterval(() => setNow(time.now()), Math.max(leastTick, interval / time.scale));
    return () => clearInterval(timer);
  }, [time, interval]);
  return now;
}

/// <reference types="jest" />

/** The hands of a test on the time that a page reads. Timers run as ever: what waits for something is waited for. */
export interface Clock {
  now(): Date;
  set(instant: string | Date): void;
  advance(milliseconds: number): void;
}

/** Everything that Jest could stand in for, except what tells the time. */
const timers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Lets it be `instant` for the rest of the test; time stands still until it is moved. */
export function stopClock(instant: string | Date): Clock {
  jest.useFakeTimers({ now: new Date(instant), doNotFake: [...timers] });
  return {
    now: () => new Date(),
    set: (next) => jest.setSystemTime(new Date(next)),
    advance: (milliseconds) => jest.setSystemTime(Date.now() + milliseconds),
  };
}

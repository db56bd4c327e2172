import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { threadEnvironment } from './thread.env';

/**
 * Reading that may take noticeable CPU: pure, so that it can run in a thread without database, clock and network. Input
 * and answer are copied between threads (structured clone): plain objects, maps, dates and bytes. What may be wrong
 * with an input stands in the answer, because an error that crosses threads loses its class.
 */
export interface HeavyTask<Input, Output> {
  name: string;
  /** Someone waits for requests; large files and the background (emails) have threads of their own, so that none starves another. */
  lane: Lane;
  /** Milliseconds that it may run, counted from when a thread takes it up. */
  limit: number;
  /** Inputs below this size (characters or bytes, as the caller counts them) run at once, on the thread that asks. */
  inlineBelow: number;
  run(input: Input): Output | Promise<Output>;
}

export interface HeavyWork {
  /**
   * @param size of the input, in the unit of `inlineBelow`
   * @throws HeavyWorkError when it takes too long or too much memory, or when too much waits; else whatever the task throws
   */
  run<Input, Output>(task: HeavyTask<Input, Output>, input: Input, size: number): Promise<Output>;
  close(): Promise<void>;
}

/** What a thread is given: the task by name, and a place where it notes the millisecond in which it began. */
export interface HeavyOrder {
  name: string;
  input: unknown;
  begun: BigInt64Array;
}

export class HeavyWorkError extends Error {
  /** `TOO_HEAVY` is the input's fault and will be so again; `BUSY` passes. */
  constructor(
    readonly reason: 'TOO_HEAVY' | 'BUSY',
    task: string,
  ) {
    super(
      reason === 'BUSY' ? `too much waits before ${task}` : `${task} took longer, or more memory, than it is allowed`,
    );
    this.name = 'HeavyWorkError';
  }
}

export interface HeavyWorkOptions {
  /** The bundle whose default export is a HeavyServer (`serveHeavyTasks`). */
  file: string;
  threads?: number;
  /** Stands in for the waits of both lanes. */
  waits?: Wait;
  /** Milliseconds, instead of each task's own limit. */
  limit?: number;
  memoryMegabytes?: number;
  /** Called when a thread ends while it has no task. */
  onError?: (error: unknown) => void;
}

/** How many inputs may wait for a thread, and how many milliseconds one of them may wait behind others. */
interface Wait {
  most: number;
  longest: number;
}

type Lane = 'request' | 'file' | 'background';

/**
 * A person is told to try again; someone who sends a large file waits anyway; an email can wait, and each mailbox
 * brings only one at a time.
 */
const waitsOfLane: Record<Lane, Wait> = {
  request: { most: 200, longest: 15_000 },
  file: { most: 50, longest: 60_000 },
  background: { most: 10_000, longest: 10 * 60_000 },
};

/** Threads of a lane: one core stays with the loop that answers requests, but one hostile mail never stops every other. */
const threadsOfLane = () => Math.min(4, Math.max(2, availableParallelism() - 1));
/** A thread that had nothing to do for so long ends, but for one; the next input waits some 200 ms for a new one. */
const idleMilliseconds = 120_000;
/** A thread of its own may take this long to start and to take up its input, on a machine that does much else: milliseconds. */
const longestStart = 120_000;
/** Threads stand back behind the loop that answers requests (Linux gives threads a priority of their own), least where someone waits. */
const nicenessOfLane: Record<Lane, number> = { request: 2, file: 5, background: 10 };

/** Starts no thread before it is needed. */
export function createHeavyWork(options: HeavyWorkOptions): HeavyWork {
  const { file, threads = threadsOfLane(), memoryMegabytes = 512, onError } = options;
  const waitOf = (lane: Lane) => options.waits ?? waitsOfLane[lane];
  const pools = new Map<Lane, Piscina>();
  const unfinished: Record<Lane, number> = { request: 0, file: 0, background: 0 };
  let isClosed = false;

  const poolOf = (lane: Lane): Piscina => {
    const present = pools.get(lane);
    if (present) return present;
    const pool = new Piscina({
      filename: file,
      // Deliberate: with 0 the pool makes no new thread for what waits behind a task that was ended.
      minThreads: 1,
      maxThreads: threads,
      maxQueue: waitOf(lane).most,
      concurrentTasksPerWorker: 1,
      idleTimeout: idleMilliseconds,
      niceIncrement: nicenessOfLane[lane],
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      recordTiming: false,
      workerHistogram: false,
      // A thread reads texts of strangers: it has no business with keys and passwords.
      env: threadEnvironment(),
    });
    pool.on('error', (error) => onError?.(error));
    pools.set(lane, pool);
    return pool;
  };

  return {
    async run(task, input, size) {
      if (size < task.inlineBelow) return task.run(input);
      if (isClosed) throw new HeavyWorkError('BUSY', task.name);
      const begun = new BigInt64Array(new SharedArrayBuffer(8));
      const stopper = new AbortController();
      const { longest } = waitOf(task.lane);
      const isBehindOthers = unfinished[task.lane] >= threads;
      const latest = Date.now() + (isBehindOthers ? longest : Math.max(longest, longestStart));
      let timer: NodeJS.Timeout | undefined;
      const limit = options.limit ?? task.limit;
      const look = () => {
        const since = Number(Atomics.load(begun, 0));
        const rest = (since === 0 ? latest : since + limit) - Date.now();
        if (rest > 0) timer = setTimeout(look, since === 0 ? Math.min(rest, limit) : rest);
        else stopper.abort();
      };
      look();
      unfinished[task.lane] += 1;
      try {
        const order: HeavyOrder = { name: task.name, input, begun };
        return (await poolOf(task.lane).run(order, { signal: stopper.signal })) as never;
      } catch (error) {
        throw explain(error, task.name, Atomics.load(begun, 0) !== 0n);
      } finally {
        unfinished[task.lane] -= 1;
        clearTimeout(timer);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Everything on the thread that asks: tests, and programs that answer nobody. */
export const inlineWork: HeavyWork = {
  run: async (task, input) => task.run(input),
  close: async () => undefined,
};

function explain(error: unknown, task: string, hasBegun: boolean): unknown {
  const { name, code, message } = error as Error & { code?: string };
  if (name === 'AbortError') return new HeavyWorkError(hasBegun ? 'TOO_HEAVY' : 'BUSY', task);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new HeavyWorkError('TOO_HEAVY', task);
  if (/task queue is at limit|terminating worker thread|pool is closing/i.test(message))
    return new HeavyWorkError('BUSY', task);
  return error;
}

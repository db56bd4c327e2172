import { fork, type ChildProcess } from 'node:child_process';
import type { WorkerSettings } from '../worker-process';
import { bundleWorker, type WorkerBundle } from './worker-bundle';

export interface RunningWorker {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  gone: Promise<void>;
  isAlive(): boolean;
  /** Whether kill -9 ended it, and not it itself. */
  wasKilled(): boolean;
}

interface StartOptions {
  keepsCode?: boolean;
  /** another version's program */
  starter?: string;
  /** variables beside those that every worker inherits */
  environment?: Record<string, string>;
}

export interface WorkerPool {
  /**
   * `changes` for a worker that is not to be struck: a lease that a slow machine does not outlast. With `keepsCode` it leaves what it
   * has compiled to those that are started after it ended by itself.
   */
  start(changes?: Partial<WorkerSettings>, options?: StartOptions): Promise<RunningWorker>;
  /** A process that has loaded the program and waits: `go` lets it work, with these changes. */
  prepare(): Promise<{ go(changes: Partial<WorkerSettings>): RunningWorker; drop(): void }>;
  alive(): RunningWorker[];
  /** Ends every worker, the frozen ones too. */
  close(): Promise<void>;
}

/** A process that has said its first word. */
async function spawnWorker(
  { bundle, spares }: { bundle: WorkerBundle; spares: Set<ChildProcess> },
  given: WorkerSettings,
  { keepsCode = false, starter = bundle.starter, environment = {} }: StartOptions = {},
): Promise<{ child: ChildProcess; worker: RunningWorker }> {
  const parameters = [JSON.stringify(given), ...(keepsCode ? [bundle.keepCodeFlag] : [])];
  // `env` sets what is set beside the environment that a process inherits.
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const program =
    variables.length > 0
      ? {
          execPath: '/usr/bin/env',
          execArgv: [...variables, process.execPath, '--disable-warning=ExperimentalWarning'],
        }
      : { execArgv: ['--disable-warning=ExperimentalWarning'] };
  const child = fork(starter, parameters, { ...program, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  spares.add(child);
  let alive = true;
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      alive = false;
      spares.delete(child);
      resolve();
    }),
  );
  const wasKilled = () => child.signalCode === 'SIGKILL';
  child.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`A worker ended while it started (${signal ?? code}).`)));
  });
  return {
    child,
    worker: {
      pid: child.pid as number,
      gone,
      isAlive: () => alive,
      wasKilled,
      kill: (signal) => void (alive && child.kill(signal)),
    },
  };
}

/** Starts sending workers as processes of their own. */
export function createWorkerPool(settings: WorkerSettings): WorkerPool {
  const bundle = bundleWorker();
  const workers = new Set<RunningWorker>();
  const spares = new Set<ChildProcess>();

  const spawn = (given: WorkerSettings, options?: StartOptions) => spawnWorker({ bundle, spares }, given, options);

  function enlist(child: ChildProcess, worker: RunningWorker): RunningWorker {
    spares.delete(child);
    workers.add(worker);
    void worker.gone.then(() => workers.delete(worker));
    return worker;
  }

  return {
    async start(changes = {}, options = {}) {
      const { child, worker } = await spawn({ ...settings, ...changes }, options);
      return enlist(child, worker);
    },
    async prepare() {
      const { child, worker } = await spawn({ ...settings, isSpare: true });
      return {
        go(changes) {
          enlist(child, worker);
          // Who was killed meanwhile is not told anything any more.
          child.send(changes, () => undefined);
          return worker;
        },
        drop: () => worker.kill('SIGKILL'),
      };
    },
    alive: () => [...workers],
    async close() {
      for (const spare of spares) spare.kill('SIGKILL');
      await Promise.all(
        [...workers].map((worker) => {
          worker.kill('SIGKILL');
          return worker.gone;
        }),
      );
    },
  };
}

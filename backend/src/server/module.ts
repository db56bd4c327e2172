import type { ServerContext } from './server-context';

/** What a started module returns: how to stop it, and whether it can work right now. */
interface Running {
  stop?(): Promise<void>;
  /** null when ready, else what it still waits for, in a few words without secrets */
  ready?(): Promise<string | null>;
}

/** One part of the program. It takes what others provided from the context and provides its own. */
export interface Module {
  /** `group:part` */
  name: string;
  /** modules that must have started before; they are started with it */
  needs: string[];
  /** @throws an Error whose message is one sentence for the operator, or anything unexpected */
  start(context: ServerContext): Promise<Running | void>;
}

export type { ServerContext };

/**
 * The modules that a target consists of, with everything they need, in the order of the table.
 * @throws Error for an unknown name, and when the table names a need after its user
 */
export function selectModules(table: Module[], wanted: string[]): Module[] {
  const known = new Map(table.map((module, index) => [module.name, { module, index }]));
  const chosen = new Set<string>();
  const choose = (name: string, before: number, by: string) => {
    const found = known.get(name);
    if (!found) throw new Error(`${by} needs the module ${name}, which does not exist.`);
    if (found.index >= before) throw new Error(`${by} needs the module ${name}, which stands after it in the table.`);
    if (chosen.has(name)) return;
    chosen.add(name);
    for (const need of found.module.needs) choose(need, found.index, name);
  };
  for (const name of wanted) choose(name, Number.POSITIVE_INFINITY, 'The target');
  return table.filter((module) => chosen.has(module.name));
}

export interface RunningModules {
  names: string[];
  /** What each module that is not ready waits for; empty when all are. */
  waiting(): Promise<Record<string, string>>;
  /** Stops in reverse order; a module that fails or hangs does not keep the others from stopping. */
  stop(): Promise<void>;
}

/** A module that does not stop within this many ms is left behind. */
const STOP_LIMIT = 20_000;

/** Starts the modules one after the other. When one fails, those before it are stopped again and the failure is thrown. */
export async function startModules(modules: Module[], context: ServerContext): Promise<RunningModules> {
  const started: { name: string; running: Running }[] = [];
  const { log, progress } = context;

  async function stop(): Promise<void> {
    for (const { name, running } of started.splice(0).reverse()) {
      try {
        await within(STOP_LIMIT, running.stop?.());
      } catch (error) {
        log.error({ error, module: name }, 'a module did not stop cleanly');
      }
    }
  }

  for (const module of modules) {
    const begin = performance.now();
    try {
      progress(module.name);
      started.push({ name: module.name, running: (await module.start(context)) ?? {} });
      log.info({ module: module.name, ms: Math.round(performance.now() - begin) }, 'started');
    } catch (error) {
      await stop();
      throw error;
    }
  }

  return {
    names: modules.map((module) => module.name),
    async waiting() {
      const answers = await Promise.all(
        started.map(async ({ name, running }) => {
          const reason = await (running.ready?.() ?? Promise.resolve(null)).catch((error: Error) => error.message);
          return [name, reason] as const;
        }),
      );
      return Object.fromEntries(answers.filter((answer): answer is [string, string] => answer[1] !== null));
    },
    stop,
  };
}

function within<Result>(limit: number, work: Promise<Result> | undefined): Promise<Result | undefined> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not stop within ${limit / 1000} s.`)), limit);
  });
  return Promise.race([work ?? Promise.resolve(undefined), late]).finally(() => clearTimeout(timer));
}

import type { HeavyOrder, HeavyTask } from './heavy-work';

/** The side of a thread: runs what it is asked for by name. */
export function serveHeavyTasks(tasks: readonly HeavyTask<never, unknown>[]): (order: HeavyOrder) => unknown {
  const known = new Map(tasks.map((task) => [task.name, task]));
  return async ({ name, input, begun }) => {
    Atomics.store(begun, 0, BigInt(Date.now()));
    const task = known.get(name);
    if (!task) throw new Error(`No thread knows the task ${name}: add it to heavy-tasks.ts.`);
    return task.run(input as never);
  };
}

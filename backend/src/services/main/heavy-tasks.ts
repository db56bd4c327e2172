import type { HeavyTask } from '../../platform/workers/heavy-work';
import { readMailTask } from './areas/inbox/inbox-sync/read-raw-mail';

/** Everything that threads can be asked for. A new task adds its line. */
export const heavyTasks: HeavyTask<never, unknown>[] = [readMailTask];

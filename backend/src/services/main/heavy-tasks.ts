import type { HeavyTask } from '../../platform/workers/heavy-work';
import { simulateTask } from './areas/campaigns/review/simulate-task';
import { checkTextsTask, renderTextsTask } from './areas/campaigns/sequences/text-tasks';
import { readMailTask } from './areas/inbox/inbox-sync/read-raw-mail';

/** Everything that threads can be asked for. A new task adds its line. */
export const heavyTasks: HeavyTask<never, unknown>[] = [checkTextsTask, readMailTask, renderTextsTask, simulateTask];

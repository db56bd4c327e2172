import { cleanMailsTask } from '../../engine/inbox-sync/clean-mails';
import { drawReportTask } from '../../platform/pdf/draw-report';
import type { HeavyTask } from '../../platform/workers/heavy-work';
import { simulateTask } from './areas/campaigns/review/simulate-task';
import { checkTextsTask, renderTextsTask } from './areas/campaigns/sequences/text-tasks';
import { readMailTask } from './areas/inbox/inbox-sync/read-raw-mail';
import { readBodyTask } from './areas/mailboxes/mailboxes/read-body';

/** Everything that threads can be asked for. A new task adds its line. */
export const heavyTasks: HeavyTask<never, unknown>[] = [
  checkTextsTask,
  cleanMailsTask,
  drawReportTask,
  readBodyTask,
  readMailTask,
  renderTextsTask,
  simulateTask,
];

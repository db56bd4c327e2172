import { cleanMailsTask } from '#engine/inbox-sync/clean-mails';
import { readArrivedTask } from '#engine/placement/read-arrived';
import { drawReportTask } from '#platform/pdf/draw-report';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { countMissingTask, reviewTextsTask } from '#campaigns/review/review-texts';
import { simulateTask } from '#campaigns/review/simulate-task';
import { checkTextsTask, renderTextsTask } from '#campaigns/sequences/text-tasks';
import { convertWorkbookTask } from '#files/tables/spreadsheet/convert-workbook';
import { inspectTableTask } from '#files/tables/inspect-table';
import { readMailTask } from '#inbox/inbox-sync/read-raw-mail';
import { readMailboxTableTask } from '#mailboxes/mailbox-imports/read-mailbox-table';
import { surveyAddressesTask } from '#leads/uploads/survey-addresses';
import { readBodyTask } from '#mailboxes/connections/read-body';

/** Everything that threads can be asked for. A new task adds its line. */
export const heavyTasks: HeavyTask<never, unknown>[] = [
  checkTextsTask,
  cleanMailsTask,
  convertWorkbookTask,
  countMissingTask,
  drawReportTask,
  inspectTableTask,
  readArrivedTask,
  readBodyTask,
  readMailboxTableTask,
  readMailTask,
  renderTextsTask,
  reviewTextsTask,
  simulateTask,
  surveyAddressesTask,
];

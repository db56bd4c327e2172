import type { Scene } from '../scene';
import { answerReplies } from './answer-replies';
import { clientReports } from './client-reports';
import { dailyLimitsAndGaps } from './daily-limits-and-gaps';
import { howACampaignWorks } from './how-a-campaign-works';
import { importAList } from './import-a-list';
import { launchAndForecast } from './launch-and-forecast';
import { oneWorkspaceManyClients } from './one-workspace-many-clients';
import { previewAndTest } from './preview-and-test';
import { reviewYourFleet } from './review-your-fleet';
import { warmUpAMailbox } from './warm-up-a-mailbox';
import { whyWasNothingSent } from './why-was-nothing-sent';
import { writeTheFirstEmail } from './write-the-first-email';

/** Every recording, in the order of the courses. */
export const scenes: readonly Scene[] = [
  howACampaignWorks,
  importAList,
  writeTheFirstEmail,
  previewAndTest,
  launchAndForecast,
  answerReplies,
  whyWasNothingSent,
  warmUpAMailbox,
  dailyLimitsAndGaps,
  oneWorkspaceManyClients,
  reviewYourFleet,
  clientReports,
];

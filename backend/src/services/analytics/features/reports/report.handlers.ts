import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { AnalyticsDeps } from '../../deps';
import { deliverReport } from './deliver-report';
import { planReports } from './plan-reports';
import { attempts, planDueReports, sendReport } from './report.jobs';

export const reportJobs = (deps: AnalyticsDeps): JobHandler[] => [
  handleJob(planDueReports, () => planReports(deps)),
  handleJob(sendReport, (payload, { attempt }) => deliverReport(deps, payload, attempt >= attempts)),
];

import type { ServiceDeps } from '#platform/http/service-deps';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { ReportPorts } from '#platform/mail/report-mail';
import type { HeavyWork } from '#platform/workers/heavy-work';

/** What the service is started with beside what every service has. */
export interface AnalyticsDeps extends ServiceDeps {
  reports: ReportPorts;
  jobs: JobQueue;
  heavyWork: Pick<HeavyWork, 'run'>;
}

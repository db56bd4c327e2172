import { join } from 'node:path';
import type { Hono } from 'hono';
import type { ServiceName } from '@skein/contracts/endpoint';
import { servicePrefix } from '@skein/contracts/health';
import { createKeyLimit } from '#platform/auth/api-key-limit';
import { onlyOnce } from '#platform/http/idempotency';
import { realClock } from '#platform/clock/clock';
import type { Cloud } from '#platform/cloud/cloud';
import type { Vault } from '#platform/crypto/vault';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { serviceTransport } from '#platform/http/in-process-transport';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { DnsResolver } from '#platform/mail/check-dns';
import type { ReportPorts } from '#platform/mail/report-mail';
import type { CardPayments } from '#platform/payments/card-payments';
import type { Subscriptions } from '#platform/payments/subscriptions';
import { SkeinError } from '#platform/http/skein-error';
import { createAnalyticsApp } from '#services/analytics/app';
import { reportJobs } from '#services/analytics/features/reports/report.handlers';
import { reportCron } from '#services/analytics/features/reports/report.jobs';
import { createDataQueryApp } from '#services/data-query/app';
import { createPlacementActions } from '#campaigns/campaigns.api';
import {
  createCodeMail,
  createOwnSeedPorts,
  createReportPorts,
  noteOperatorAction,
  replyRecorder,
  untrackedUndos,
} from '#main/main.api';
import { createEdSubscriptionApp } from '#services/ed-subscription/app';
import { createSmartDeliveryApp } from '#services/smart-delivery/app';
import { createSmartSendersApp } from '#services/smart-senders/app';
import { createSmartServersApp } from '#services/smart-servers/app';
import { createSubscriptionApp } from '#services/subscription/app';
import { billingCron, billingJobs } from '#services/subscription/features/billing/billing.jobs';
import { createUniversityApp } from '#services/university/app';
import { universityJobs } from '#services/university/events/events.handlers';
import { universityCron } from '#services/university/events/remind.jobs';
import { createLibrary } from '#services/university/library/library';
import { createUntrackedRepliesApp } from '#services/untracked-replies/app';
import { createWarmupApp } from '#services/warmup/app';
import type { CodeMail } from '#services/warmup/deps';
import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { CheckTools, SmartDeliveryDeps } from '#services/smart-delivery/deps';
import { createCheckTools } from './delivery-checks';
import type { Module } from './module';

/** Where a service finds the files of this installation, and which kind it is. */
export interface Installation {
  dataFolder: string;
  heavyWork: Pick<HeavyWork, 'run'>;
  isSandbox: boolean;
  /** Where dedicated servers are made; null where there is no cloud. */
  cloud: Pick<Cloud, 'name'> | null;
  /** Who takes the cards of single purchases; null where nobody does. */
  payments: CardPayments | null;
  vault: Vault;
  reports: ReportPorts;
  jobs: JobQueue;
  purchases: PurchaseDeps;
  /** Publishes a TXT record in the sandbox's DNS; null outside the sandbox. */
  publishTxt: ((name: string, value: string) => void) | null;
  checkTools: CheckTools;
  placementActions: SmartDeliveryDeps['actions'];
  codes: CodeMail;
  ownSeeds: SmartDeliveryDeps['ownSeeds'];
  resolver: DnsResolver;
  publicUrl: string;
  mostServers: number;
  mailPrivateHosts: readonly string[];
  /** Who takes the payments of plans; null where nobody does. */
  subscriptions: Subscriptions | null;
}

/** How each of them is made. */
export const smallServiceApps: Partial<Record<ServiceName, (deps: ServiceDeps, installation: Installation) => Hono>> = {
  analytics: (deps, { reports, jobs, heavyWork }) => createAnalyticsApp({ ...deps, reports, jobs, heavyWork }),
  'data-query': createDataQueryApp,
  'ed-subscription': createEdSubscriptionApp,
  'smart-delivery': (
    deps,
    { checkTools, placementActions, publishTxt, reports, heavyWork, vault, isSandbox, mailPrivateHosts, ownSeeds },
  ) =>
    createSmartDeliveryApp({
      ...deps,
      tools: checkTools,
      actions: placementActions,
      publishTxt,
      reports,
      heavyWork,
      vault,
      isSandbox,
      mailPrivateHosts,
      ownSeeds,
      noteOperator: noteOperatorAction,
    }),
  'smart-senders': (deps, { purchases }) => createSmartSendersApp({ ...deps, purchases }),
  'smart-servers': (deps, { cloud, vault, isSandbox, payments, publicUrl, mostServers }) =>
    createSmartServersApp({ ...deps, cloud, vault, isSandbox, payments, publicUrl, mostServers }),
  subscription: (deps, { subscriptions, publicUrl }) => createSubscriptionApp({ ...deps, subscriptions, publicUrl }),
  university: (deps, { dataFolder, isSandbox }) =>
    createUniversityApp({ ...deps, noteOperator: noteOperatorAction, library: libraryOf(deps, dataFolder, isSandbox) }),
  'untracked-replies': (deps, { heavyWork }) =>
    createUntrackedRepliesApp({ ...deps, heavyWork, replies: replyRecorder, undos: untrackedUndos }),
  warmup: (deps, { codes, resolver }) => createWarmupApp({ ...deps, codes, resolver }),
};

const libraryOf = (deps: Pick<ServiceDeps, 'log'>, dataFolder: string, isSandbox: boolean) =>
  createLibrary(
    { shipped: join(findRepositoryRoot(), 'content', 'university'), own: join(dataFolder, 'university') },
    (problem) => deps.log.warn({ problem }, 'a file of the university has a problem'),
    { isSandbox },
  );

/** The services that answer below `/api/<service>`, each a module of its own. They call the main service in this process. */
export const smallServiceModules: Module[] = Object.entries(smallServiceApps).map(([name, createApp]) => ({
  name: `service:${name}`,
  needs: ['authentication', 'clock', 'cloud', 'purchases', 'service:main', 'payments'],
  async start({ addJobs, environment, log, mount, use }) {
    const find = (service: string): Hono => {
      if (service !== 'main') throw new SkeinError('UNAVAILABLE', `The service ${service} is not reached from here.`);
      return use('mainApp');
    };
    const deps: ServiceDeps = {
      db: use('database'),
      realClock,
      campaignClock: use('campaignClock'),
      log,
      authenticate: use('authenticator').authenticate,
      authenticator: use('authenticator'),
      live: use('live'),
      limitRate: createKeyLimit(() => use('database')),
      onlyOnce: (request, work) => onlyOnce({ db: use('database'), vault: use('vault') }, request, work),
      strictAnswers: environment.mode === 'sandbox',
      callServices: (credentials) => serviceTransport(find, () => credentials),
    };
    const { spamChecker, sandbox, heavyWork, jobs } = use('mainDeps');
    const reports = createReportPorts(use('mainDeps'));
    const app = createApp(deps, {
      heavyWork,
      reports,
      placementActions: createPlacementActions(use('mainDeps')),
      codes: createCodeMail(use('mainDeps')),
      ownSeeds: createOwnSeedPorts(use('mainDeps')),
      resolver: use('mainDeps').resolver,
      jobs,
      dataFolder: environment.dataFolder,
      isSandbox: environment.mode === 'sandbox',
      publicUrl: environment.publicUrl,
      mostServers: environment.mostServers,
      mailPrivateHosts: environment.mailPrivateHosts,
      subscriptions: use('subscriptions'),
      payments: use('payments'),
      cloud: use('servers').cloud,
      vault: use('vault'),
      purchases: use('purchases'),
      publishTxt: sandbox ? (recordName, value) => sandbox.publishTxt(recordName, value) : null,
      checkTools: createCheckTools({
        isSandbox: environment.mode === 'sandbox',
        masterKey: use('masterKey'),
        spamChecker: spamChecker ?? null,
      }),
    });
    if (name === 'analytics')
      addJobs({ handlers: reportJobs({ ...deps, reports, jobs, heavyWork }), cron: reportCron });
    if (name === 'subscription')
      addJobs({ handlers: billingJobs({ ...deps, subscriptions: use('subscriptions') }), cron: billingCron });
    if (name === 'university')
      addJobs({
        handlers: universityJobs({
          ...deps,
          library: libraryOf(deps, environment.dataFolder, environment.mode === 'sandbox'),
        }),
        cron: universityCron,
      });
    use('serviceApps').set(name, app);
    mount([servicePrefix(name as ServiceName)], app);
  },
}));

import { join } from 'node:path';

import { openCampaignClock } from '#platform/clock/campaign-clock';
import { createAccessTokens } from '#platform/crypto/access-tokens';
import { loadMasterKey, signingKeys } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { createDatabase } from '#platform/db/database';
import { migrationsAreCurrent } from '#platform/db/migrate';
import { prepareDatabase } from '#platform/db/prepare-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { createSendingFence } from '#platform/instance/sending-fence';
import { createJobQueue } from '#platform/jobs/job-queue';
import { startJobWorkers } from '#platform/jobs/job-workers';
import { createDiskStore } from '#platform/storage/disk-store';
import { createS3Store } from '#platform/storage/s3-store';
import { createStorageApp } from '#platform/storage/storage-routes';
import { heavyWorkModule } from './heavy-work.module';
import { backupModule } from './backup.module';
import { journalModule } from './journal.module';
import type { Module } from './module';
import { integrationsModule } from './integrations.module';
import { linkedInModule } from './linkedin.module';
import { mailConsentModule } from './mail-consent.module';
import { paymentsModule } from './payments.module';
import { purchasesModule } from './purchases.module';
import { sandboxDemoModule, sandboxMailModule } from './sandbox.module';
import { inboxSyncModule } from './inbox-sync.module';
import { sendingModule } from './sending.module';
import { warmupModule } from './warmup.module';
import { placementModule } from './placement.module';
import { cloudModule, serversModule } from './servers.module';
import { webhooksModule } from './webhooks.module';
import { authenticationModule, mainDepsModule, mainServiceModule, trackingServiceModule } from './service-modules';
import { smallServiceModules } from './small-services.module';
import { webModule } from './web.module';

const smallServices = smallServiceModules.map((module) => module.name);

/** What can be run with `--target=`: a name and the modules it wants. Whatever those need is started with them. */
export const targets: Record<string, string[]> = {
  all: [
    'web',
    'service:main',
    'service:tracking',
    ...smallServices,
    'engine:sending',
    'engine:inbox-sync',
    'engine:warmup',
    'engine:placement',
    'engine:servers',
    'engine:webhooks',
    'sandbox:demo',
    'backup',
    'jobs',
  ],
  api: ['service:main', 'service:tracking', ...smallServices, 'web'],
  workers: [
    'service:main',
    'purchases',
    'engine:sending',
    'engine:inbox-sync',
    'engine:warmup',
    'engine:placement',
    'engine:servers',
    'engine:webhooks',
    'backup',
    'jobs',
  ],
  tracking: ['service:tracking'],
  ...Object.fromEntries(smallServices.map((name) => [name.replace('service:', ''), [name]])),
};

/** THE list: every module in the order in which they start. They stop in reverse. */
export const modules: Module[] = [
  {
    name: 'secrets',
    needs: [],
    async start({ environment, provide }) {
      const file = environment.masterKeyFile ?? join(environment.dataFolder, 'secrets', 'master.key');
      const masterKey = loadMasterKey({ file, create: environment.mode === 'sandbox' && !environment.masterKeyFile });
      provide('masterKey', masterKey);
      provide('vault', createVault(masterKey));
      provide('tokens', createAccessTokens(masterKey));
    },
  },
  {
    name: 'postgres',
    needs: [],
    async start({ environment, log, provide }) {
      if (environment.databaseUrl) return provide('databaseUrl', environment.databaseUrl);
      const server = await startEmbeddedPostgres({
        dataFolder: environment.dataFolder,
        onUnexpectedExit: (error) =>
          error
            ? log.error({ error }, 'the embedded database ended')
            : log.warn({}, 'the embedded database ended and was started again'),
      });
      provide('databaseUrl', server.url);
      return { stop: () => server.stop() };
    },
  },
  {
    name: 'database',
    needs: ['postgres'],
    async start({ environment, log, provide, use }) {
      const applied = await prepareDatabase(use('databaseUrl'));
      if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
      const database = createDatabase({
        url: use('databaseUrl'),
        poolSize: environment.databasePoolSize,
        waitSeconds: environment.databaseWait,
        onConnectionError: (error) => log.warn({ error }, 'a database connection was lost'),
      });
      await database.verify();
      provide('database', database);
      provide('jobQueue', createJobQueue());
      return {
        stop: () => database.close(),
        async ready() {
          const current = await migrationsAreCurrent((sql) => database.pools.system.query(sql));
          return current ? null : 'migrations are missing';
        },
      };
    },
  },
  {
    name: 'clock',
    needs: ['database'],
    async start({ environment, log, provide, use }) {
      const clock = await openCampaignClock({
        database: use('database'),
        mode: environment.mode,
        firstScale: environment.firstTimeScale,
        givenScale: environment.givenTimeScale,
        onError: (error) => log.warn({ error }, 'the campaign clock could not be read or noted'),
      });
      provide('campaignClock', clock);
      return { stop: () => clock.close() };
    },
  },
  {
    name: 'sending-fence',
    needs: ['database'],
    async start({ environment, log, provide, use }) {
      const fence = createSendingFence({
        database: use('database'),
        dataFolder: environment.dataFolder,
        givenIdentity: environment.instanceId,
        failover: environment.databaseFailover,
      });
      const state = await fence.check();
      if (state.paused)
        log.error({ reason: state.reason }, `sending is paused until someone confirms: ${state.explanation}`);
      provide('sendingFence', fence);
    },
  },
  {
    name: 'files',
    needs: ['secrets'],
    async start({ environment, mount, provide, use }) {
      const common = {
        baseUrl: `${environment.publicUrl}/storage`,
        keys: signingKeys(use('masterKey'), 'storage'),
      };
      const files = environment.objectStore
        ? createS3Store({
            ...environment.objectStore,
            ...common,
            temporaryFolder: join(environment.dataFolder, 'files', 'incoming'),
          })
        : createDiskStore({ folder: join(environment.dataFolder, 'files'), ...common });
      provide('files', files);
      mount(['/storage'], createStorageApp(files));
    },
  },
  journalModule,
  heavyWorkModule,
  authenticationModule,
  mailConsentModule,
  sandboxMailModule,
  paymentsModule,
  cloudModule,
  integrationsModule,
  linkedInModule,
  mainDepsModule,
  purchasesModule,
  mainServiceModule,
  trackingServiceModule,
  ...smallServiceModules,
  webModule,
  sandboxDemoModule,
  sendingModule,
  inboxSyncModule,
  warmupModule,
  placementModule,
  serversModule,
  webhooksModule,
  backupModule,
  {
    // After every service, because they add their jobs while they start.
    name: 'jobs',
    needs: ['database'],
    async start({ log, jobs, use }) {
      const workers = await startJobWorkers({ url: use('databaseUrl'), ...jobs(), log: log.child({ module: 'jobs' }) });
      return {
        stop: () => workers.stop(),
        async ready() {
          const { heartbeatAge } = await workers.figures();
          return heartbeatAge === null || heartbeatAge > 30 ? 'the job workers give no sign of life' : null;
        },
      };
    },
  },
];

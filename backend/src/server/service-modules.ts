import { join } from 'node:path';
import type { Hono } from 'hono';
import { createChatAccess } from '#platform/ai/chat-access';
import { createAuthenticator } from '#platform/auth/authenticate';
import { noteMailProblem, notePlans } from '#platform/auth/installation.store';
import { createKeyLimit } from '#platform/auth/api-key-limit';
import { onlyOnce } from '#platform/http/idempotency';
import { realClock } from '#platform/clock/clock';
import { createKeyedHash, derivePurposeKey } from '#platform/crypto/master-key';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { createAskServer } from '#platform/http/ask-server';
import { createLinkCheck } from '#platform/http/link-answer';
import { healthRoutes } from '#platform/http/health-routes';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createVerifierAccess } from '#platform/http/verifier-access';
import type { HttpDeps } from '#platform/http/routes';
import { SkeinError } from '#platform/http/skein-error';
import { createLive } from '#platform/live/live';
import { internetRoute, sandboxRoute } from '#platform/mail/mail-route';
import { systemResolver } from '#platform/mail/system-resolver';
import { createLocalReach, createReachDomain } from '#platform/tracking/reach-domain';
import { createSpamChecker } from '#platform/mail/spamd-client';
import { withSandboxWriter } from '#sandbox/ai/sandbox-writer';
import { sandboxVerifiers } from '#sandbox/verification/sandbox-verifiers';
import { createMainApp } from '#main/app';
import type { MainDeps } from '#main/deps';
import { createMainJobs, mainCron } from '#main/jobs.generated';
import { visitRecorder } from '#main/main.api';
import { visitClock } from './visit-clock';
import { testedMails } from '#services/smart-delivery/tested-mails.store';
import { trackingRoutes } from '#services/tracking/tracking.routes';
import type { Module } from './module';
import { watchInstallation } from './watch-installation';
import { createOriginRule } from './allowed-origins';

/** Who asks: sessions and API keys, for every service of the process. */
export const authenticationModule: Module = {
  name: 'authentication',
  needs: ['secrets', 'database'],
  async start({ environment, log, provide, use }) {
    const authenticator = createAuthenticator({
      db: use('database'),
      tokens: use('tokens'),
      hashSecret: createKeyedHash(use('masterKey'), 'secret'),
      clock: realClock,
      onError: (error) => log.warn({ error }, 'a change of people could not be heard'),
      rules: {
        addresses: environment.operators,
        isSandbox: environment.mode === 'sandbox',
        contact: environment.operatorContact ?? null,
      },
    });
    // Queries read from the database whether plans count; every process of an installation has the same environment.
    await notePlans(use('database'), environment.plans);
    provide('authenticator', authenticator);
    provide('live', createLive(use('database')));
    return { stop: () => authenticator.close() };
  },
};

/** What the main service and everything that works on its data is made of. */
export const mainDepsModule: Module = {
  name: 'main:deps',
  needs: [
    'authentication',
    'clock',
    'files',
    'heavy-work',
    'mail-consent',
    'sandbox:mail',
    'payments',
    'integrations',
    'linkedin',
  ],
  async start({ environment, log, provide, use }) {
    const authenticator = use('authenticator');
    const isSandbox = environment.mode === 'sandbox';
    const sandbox = use('sandbox');
    const apps = new Map<string, Hono>();
    const find = (service: string): Hono => {
      const app = apps.get(service);
      if (!app) throw new SkeinError('UNAVAILABLE', `The service ${service} does not run in this process.`);
      return app;
    };
    const deps: MainDeps = {
      db: use('database'),
      campaignClock: use('campaignClock'),
      realClock,
      vault: use('vault'),
      masterKey: use('masterKey'),
      hashSecret: createKeyedHash(use('masterKey'), 'secret'),
      tokens: use('tokens'),
      authenticator,
      authenticate: authenticator.authenticate,
      limitRate: createKeyLimit(() => use('database')),
      onlyOnce: (request, work) => onlyOnce({ db: use('database'), vault: use('vault') }, request, work),
      strictAnswers: isSandbox,
      jobs: use('jobQueue'),
      files: use('files'),
      live: use('live'),
      heavyWork: use('heavyWork'),
      log,
      callServices: (credentials) => serviceTransport(find, () => credentials),
      chat: isSandbox
        ? withSandboxWriter(createChatAccess({ allowPrivateAddresses: true }), { pause: 700 })
        : createChatAccess({ allowPrivateAddresses: false, privateHosts: environment.aiPrivateHosts }),
      verifiers: isSandbox ? sandboxVerifiers() : createVerifierAccess(),
      payments: use('payments'),
      paymentTakers: new Map(),
      integrations: use('integrations'),
      mailConsent: use('mailConsent').access,
      reachDomain: isSandbox ? createLocalReach(use('http').port) : createReachDomain(),
      checkLinks: createLinkCheck(
        createAskServer({
          allowPrivateAddresses: isSandbox,
          allowPlain: true,
          patience: 4_000,
          mostBytes: 1_000_000,
        }),
        Date.now,
      ),
      linkedIn: use('linkedIn'),
      spamChecker: environment.spamd && createSpamChecker(environment.spamd),
      resolver: sandbox.resolver ?? systemResolver,
      mailRoute: sandbox.systemSmtpUrl ? sandboxRoute(sandbox.systemSmtpUrl) : internetRoute,
      sandbox: sandbox.world,
      config: {
        webFolder: join(findRepositoryRoot(), 'dist', 'web'),
        operators: environment.operators,
        signUp: environment.signUp,
        contact: environment.operatorContact ?? null,
        publicUrl: environment.publicUrl,
        trackingUrl: environment.trackingUrl,
        isSandbox,
        mailPrivateHosts: environment.mailPrivateHosts,
        systemMail: {
          from: environment.systemMailFrom,
          smtpUrl: sandbox.systemSmtpUrl ?? (environment.systemSmtpUrl as string),
          needsTls: sandbox.systemSmtpUrl === null && environment.systemSmtpNeedsTls,
          note: (problem) => noteMailProblem(use('database'), problem, new Date(realClock.now())),
        },
        watch: () => watchInstallation(environment),
      },
    };
    use('http').allowOrigins(createOriginRule(deps, environment));
    provide('mainDeps', deps);
    provide('serviceApps', apps);
  },
};

export const mainServiceModule: Module = {
  name: 'service:main',
  needs: ['main:deps'],
  async start({ addJobs, mount, provide, use }) {
    const deps = use('mainDeps');
    const app = createMainApp(deps);
    provide('mainApp', app);
    // The service asks itself where something is done by the rules of another of its routes, as undoing a change is.
    use('serviceApps').set('main', app);
    mount(['/api', '/docs'], app);
    addJobs({ handlers: createMainJobs(deps), cron: mainCron });
  },
};

export const trackingServiceModule: Module = {
  name: 'service:tracking',
  needs: ['authentication', 'clock', 'journal', 'sandbox:mail'],
  async start({ environment, log, mount, use }) {
    const http: HttpDeps = {
      authenticate: use('authenticator').authenticate,
      log,
      strictAnswers: environment.mode === 'sandbox',
    };
    mount(['/api/tracking'], healthRoutes('tracking', { ...http, db: use('database') }));
    mount(
      ['/o', '/c', '/u'],
      trackingRoutes({
        ...http,
        db: use('database'),
        live: use('live'),
        visits: visitRecorder,
        tests: testedMails,
        journal: use('journal'),
        trackingKey: derivePurposeKey(use('masterKey'), 'tracking'),
        now: visitClock(use('database'), use('campaignClock'), use('sandbox').mail),
      }),
    );
  },
};

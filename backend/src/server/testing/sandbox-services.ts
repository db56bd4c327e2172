import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { createTestPlace } from '@skein/deployments/testing';
import { createChatAccess } from '#platform/ai/chat-access';
import type { AskServer, OutwardRequest } from '#platform/http/ask-server';
import { sandboxRoute } from '#platform/mail/mail-route';
import { withSandboxWriter } from '#sandbox/ai/sandbox-writer';
import { createSandboxIntegrations, type SandboxIntegrations } from '#sandbox/integrations/sandbox-integrations';
import { startSandboxMail, type SandboxMail } from '#sandbox/sandbox-mail';
import { sandboxVerifiers } from '#sandbox/verification/sandbox-verifiers';
import type { MainDeps } from '#main/deps';
import { createMainJobs } from '#main/jobs.generated';
import { runJobs } from '#main/testing/run-jobs';
import { createTestProvider, type TestProvider } from '#sending/linkedin/testing';
import { purpose } from '#services/smart-senders/open-checkouts';
import { purchaseJobs } from '#services/smart-senders/purchases.jobs';
import { receivePurchasePayment } from '#services/smart-senders/receive-payment';
import { createTestPurchases, type TestPurchases } from './test-purchases';
import { createTestServices, type TestServices } from './test-services';
import { startTestSignIn, type TestSignIn } from './test-sign-in';

const publicUrl = 'http://localhost:3000';

/** Every service, with the sandbox's stand-ins for the whole outside world, as `npm start` has them. */
export interface SandboxServices extends TestServices {
  mail: SandboxMail;
  signIn: TestSignIn;
  integrations: SandboxIntegrations;
  /** What HubSpot tells, which nobody has taken yet. */
  hubSpotEvents: { body: string; headers: Record<string, string> }[];
  linkedIn: TestProvider;
  buying: TestPurchases;
  /** A browser at its push service, which no longer takes anything for it. */
  goneBrowser: string;
  /** Does what the payment service has to tell. @returns the events it tells, which nobody has taken yet */
  paymentEvents(): Promise<OutwardRequest[]>;
  /** Brings an event of the payment service to whom it is for. */
  takePaymentEvent: AskServer;
  /** Makes what was bought, as far as it is paid for. */
  runPurchaseJobs(): Promise<void>;
  /** Runs jobs of these names that are due, and no others. */
  runJobsNamed(...names: string[]): Promise<void>;
}

/** What is made on the way to the services. */
interface Begun {
  services?: TestServices;
  mail?: SandboxMail;
  buying?: TestPurchases;
  /** Events of the payment service that nobody has taken. */
  told: OutwardRequest[];
}

/** A push service that has forgotten every browser. */
async function startPushService() {
  const server = await new Promise<ServerType>((resolve) => {
    const fetch = () => new Response(null, { status: 410 });
    const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  return {
    browser: `http://127.0.0.1:${(server.address() as AddressInfo).port}/browser`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Puts the stand-ins in the place of what the main service works with otherwise. */
async function furnish(
  usual: MainDeps,
  begun: Begun,
  { signIn, integrations }: Pick<SandboxServices, 'signIn' | 'integrations'>,
): Promise<void> {
  const mail = await startSandboxMail({
    db: usual.db,
    clock: usual.campaignClock,
    origins: [publicUrl],
    verifyToken: signIn.verifyToken,
  });
  Object.assign(usual, {
    chat: withSandboxWriter(createChatAccess({ allowPrivateAddresses: true })),
    verifiers: sandboxVerifiers(),
    integrations: integrations.access,
    mailConsent: signIn.access,
    mailRoute: sandboxRoute(mail.systemSmtpUrl),
    resolver: mail.resolver,
    reachDomain: async (domain: string, path: string) =>
      answered(await begun.services!.main.app.request(path, { headers: { host: domain } })),
    sandbox: mail.world,
  });
  usual.config.systemMail.smtpUrl = mail.systemSmtpUrl;
  const buying = createTestPurchases(usual, {
    createMailbox: (mailbox) => mail.mail.createMailbox(mailbox),
    smtp: mail.mail.smtp,
    imap: mail.mail.imap,
    takeEvents: async (request) => {
      begun.told.push(request);
      return { status: 200, text: '', retryAfter: null };
    },
  });
  usual.payments = buying.deps.payments;
  usual.paymentTakers = new Map([[purpose, (news) => receivePurchasePayment(buying.deps, news)]]);
  Object.assign(begun, { mail, buying });
}

const answered = async (answer: Response) => ({ status: answer.status, text: await answer.text(), retryAfter: null });

/** What is done outside of requests, when a test says so. */
const workOf = (services: TestServices, buying: TestPurchases, told: OutwardRequest[]) =>
  ({
    async paymentEvents() {
      await runJobs(services.main.test, buying.stripe.jobs);
      return told.splice(0);
    },
    async takePaymentEvent({ url, method, headers, body }) {
      const app = url.includes('/api/subscription/') ? services.apps.subscription! : services.main.app;
      return answered(await app.request(url, { method, headers, body }));
    },
    runPurchaseJobs: () => runJobs(services.main.test, purchaseJobs(buying.deps)),
    runJobsNamed: (...names) =>
      runJobs(
        services.main.test,
        createMainJobs(services.main.deps).filter(({ definition }) => names.includes(definition.name)),
      ),
  }) satisfies Partial<SandboxServices>;

export async function createSandboxServices(more: Partial<MainDeps> = {}): Promise<SandboxServices> {
  const begun: Begun = { told: [] };
  const hubSpotEvents: SandboxServices['hubSpotEvents'] = [];
  const signIn = await startTestSignIn({
    publicUrl,
    mailPorts: () => ({ smtp: begun.mail!.mail.smtp.port, imap: begun.mail!.mail.imap.port }),
  });
  const integrations = createSandboxIntegrations({
    pagesUrl: `${publicUrl}/sandbox/integrations`,
    publicUrl,
    now: () => begun.services!.main.realClock.now(),
    secret: 'test-secret',
    deliver: async (_, body, headers) => void hubSpotEvents.push({ body, headers }),
  });
  const services = await createTestServices(
    async (usual) => {
      await furnish(usual, begun, { signIn, integrations });
      return more;
    },
    () => ({
      purchases: begun.buying!.deps,
      subscriptions: begun.buying!.subscriptions,
      publishTxt: (name, value) => begun.mail!.world.publishTxt(name, value),
      mostServers: 1_000_000,
    }),
  );
  begun.services = services;
  const { mail, buying } = begun as Required<Begun>;
  const deployed = createTestPlace();
  services.main.deps.config.webFolder = deployed.place.root;
  for (const version of ['1', '2']) await deployed.deploy(deployed.build('inbox', version));
  const linkedIn = await createTestProvider(services.main, { person: 'sandbox', name: 'sandbox' });
  services.main.deps.linkedIn = linkedIn.linkedIn;
  const pushService = await startPushService();
  return {
    ...services,
    ...{ mail, signIn, integrations, hubSpotEvents, linkedIn, buying },
    ...workOf(services, buying, begun.told),
    goneBrowser: pushService.browser,
    async close() {
      deployed.remove();
      await linkedIn.close();
      await mail.close();
      await services.close();
      await signIn.close();
      await pushService.close();
    },
  };
}

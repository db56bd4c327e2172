import { Hono } from 'hono';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createAskServer } from '#platform/http/ask-server';
import { systemLookup } from '#platform/mail/dns-lookup';
import { createSandboxMailHost } from '#sandbox/vendors/sandbox-mail-host';
import { createSandboxRegistrar } from '#sandbox/vendors/sandbox-registrar';
import { sandboxVendorsStore } from '#sandbox/vendors/sandbox-vendors.store';
import { purpose } from '#services/smart-senders/open-checkouts';
import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';
import { purchaseJobs } from '#services/smart-senders/purchases.jobs';
import { lookAfterCron } from '#services/smart-senders/look-after';
import { receivePurchasePayment } from '#services/smart-senders/receive-payment';
import { createMigadu } from '#services/smart-senders/vendors/migadu';
import { createNameCom } from '#services/smart-senders/vendors/name-com';
import { finishedMailboxes } from './finished-mailboxes';
import type { Module, ServerContext } from './module';

const registrarPath = '/sandbox/registrar';
const mailHostPath = '/sandbox/mail-host';

type Vendors = Pick<PurchaseDeps, 'registrar' | 'mailHosts' | 'dns' | 'trackingHost'>;

/** Buying domains and mailboxes: the vendors, the jobs of orders, and who takes their payments. */
export const purchasesModule: Module = {
  name: 'purchases',
  needs: ['main:deps', 'payments', 'sandbox:mail'],
  async start(context) {
    const { addJobs, environment, log, provide, use } = context;
    const main = use('mainDeps');
    const deps: PurchaseDeps = {
      db: main.db,
      realClock: main.realClock,
      live: main.live,
      log,
      jobs: main.jobs,
      vault: main.vault,
      payments: use('payments'),
      mailboxes: finishedMailboxes(main),
      isSandbox: environment.mode === 'sandbox',
      publicUrl: environment.publicUrl,
      ...(environment.mode === 'sandbox' ? sandboxVendors(context) : realVendors(context)),
    };
    provide('purchases', deps);
    main.paymentTakers?.set(purpose, (news) => receivePurchasePayment(deps, news));
    addJobs({ handlers: purchaseJobs(deps), cron: lookAfterCron });
  },
};

function realVendors({ environment }: ServerContext): Vendors {
  const ask = createAskServer({ allowPrivateAddresses: false, patience: 60_000, mostBytes: 2_000_000 });
  return {
    registrar: environment.nameCom && createNameCom({ ask, ...environment.nameCom }),
    mailHosts: environment.migadu ? { SMTP: createMigadu({ ask, ...environment.migadu }) } : {},
    dns: systemLookup,
    trackingHost: new URL(environment.trackingUrl).hostname,
  };
}

/** In the sandbox the same clients speak to stand-ins of the vendors, whose mailboxes are real ones of the local mail world. */
function sandboxVendors({ mount, use }: ServerContext): Vendors {
  const store = sandboxVendorsStore(use('database'));
  const secret = (what: string) => derivePurposeKey(use('masterKey'), `sandbox ${what}`).toString('hex');
  const local = `http://127.0.0.1:${use('http').port}`;
  const ask = createAskServer({ allowPrivateAddresses: true, patience: 30_000, mostBytes: 2_000_000 });
  const { mail, resolver: dns } = use('sandbox');
  if (!dns) throw new Error('The sandbox answers DNS itself.');
  const registrar = { username: 'sandbox', token: secret('registrar token') };
  const host = { user: 'sandbox', key: secret('mail host key') };
  mount(
    [registrarPath],
    new Hono().route(
      registrarPath,
      createSandboxRegistrar({ store, now: () => use('mainDeps').realClock.now(), ...registrar }),
    ),
  );
  if (mail)
    mount(
      [mailHostPath],
      new Hono().route(
        mailHostPath,
        createSandboxMailHost({
          store,
          dns,
          ...host,
          createMailbox: (email, password) => mail.mail.createMailbox({ email, password, autoFileSent: false }),
        }),
      ),
    );
  const servers = mail
    ? {
        smtp: { host: mail.mail.smtp.host, port: mail.mail.smtp.port, portType: 'NONE' as const },
        imap: { host: mail.mail.imap.host, port: mail.mail.imap.port, portType: 'NONE' as const },
      }
    : null;
  const migadu = servers && createMigadu({ ask, ...host, baseUrl: local + mailHostPath, servers });
  return {
    registrar: createNameCom({ ask, ...registrar, baseUrl: local + registrarPath }),
    mailHosts: migadu ? { SMTP: migadu, GOOGLE: migadu, OUTLOOK: migadu } : {},
    dns,
    trackingHost: 'track.skein.test',
  };
}

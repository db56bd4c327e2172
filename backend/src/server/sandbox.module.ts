import type { DnsResolver } from '#platform/mail/check-dns';
import { createDemo } from '#sandbox/demo/demo';
import { demoStore } from '#sandbox/demo/demo.store';
import { WorldTakenError } from '#sandbox/mail-world/store/world-writer.store';
import { startSandboxMail, visitSandboxMail } from '#sandbox/sandbox-mail';
import { withPurchasedZones } from '#sandbox/vendors/purchased-zones';
import { sandboxVendorsStore } from '#sandbox/vendors/sandbox-vendors.store';
import type { Module } from './module';

/** The local mail world; production has none. */
export const sandboxMailModule: Module = {
  name: 'sandbox:mail',
  needs: ['database', 'clock', 'mail-consent'],
  async start({ environment, log, provide, target, use }) {
    if (environment.mode !== 'sandbox') {
      provide('sandbox', { world: null, resolver: null, systemSmtpUrl: null, mail: null });
      return;
    }
    // A lookup of a domain bought here answers the records that its registrar serves.
    const withPurchases = (resolver: DnsResolver) => withPurchasedZones(sandboxVendorsStore(use('database')), resolver);
    const local = `http://127.0.0.1:${use('http').port}`;
    const sandbox = await startSandboxMail({
      db: use('database'),
      clock: use('campaignClock'),
      verifyToken: use('mailConsent').verifyToken,
      origins: [...new Set([environment.publicUrl, environment.trackingUrl, local].map((url) => new URL(url).origin))],
    }).catch((error: Error) => {
      // More processes of the sandbox share the world of the first; one that is to run everything must have it for itself.
      if (error instanceof WorldTakenError && target !== 'all') return null;
      throw error;
    });
    if (!sandbox) {
      const { resolver, systemSmtpUrl } = await visitSandboxMail(use('database'));
      log.info({}, 'another process runs the sandbox mail world; this one works next to it');
      provide('sandbox', { world: null, resolver: withPurchases(resolver), systemSmtpUrl, mail: null });
      return;
    }
    provide('sandbox', {
      world: sandbox.world,
      resolver: withPurchases(sandbox.resolver),
      systemSmtpUrl: sandbox.systemSmtpUrl,
      mail: sandbox,
    });
    return { stop: () => sandbox.close() };
  },
};

/**
 * The demo workspace with its login, its mailboxes and its history. Ready once people can log in; the history goes on
 * behind, and only the demo waits for it.
 */
export const sandboxDemoModule: Module = {
  name: 'sandbox:demo',
  needs: ['main:deps', 'service:main', 'service:tracking', 'sandbox:mail'],
  async start({ environment, log, use }) {
    const { mail } = use('sandbox');
    // A sandbox's database in production: nobody makes the rest of the demo's month.
    if (environment.mode === 'production') await demoStore(use('database')).endEveryPast();
    if (!mail) return;
    const demo = await createDemo({
      main: use('mainDeps'),
      mail,
      dataFolder: environment.dataFolder,
      publicUrl: environment.publicUrl,
      log,
    });
    mail.goLive();
    return { stop: () => demo.stop() };
  },
};

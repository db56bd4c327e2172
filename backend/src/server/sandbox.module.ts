import { createDemo } from '../sandbox/demo/demo';
import { startSandboxMail } from '../sandbox/sandbox-mail';
import type { Module } from './module';

/** The local mail world; production has none. */
export const sandboxMailModule: Module = {
  name: 'sandbox:mail',
  needs: ['database', 'clock'],
  async start({ environment, provide, use }) {
    if (environment.mode !== 'sandbox') {
      provide('sandbox', { world: null, resolver: null, systemSmtpUrl: null, mail: null });
      return;
    }
    const local = `http://127.0.0.1:${use('http').port}`;
    const sandbox = await startSandboxMail({ db: use('database'), clock: use('campaignClock'), origins: [...new Set([environment.publicUrl, environment.trackingUrl, local].map((url) => new URL(url).origin))] });
    provide('sandbox', { world: sandbox.world, resolver: sandbox.resolver, systemSmtpUrl: sandbox.systemSmtpUrl, mail: sandbox });
    return { stop: () => sandbox.close() };
  },
};

/** The demo workspace with its login, its mailboxes and its history. Ready once people can log in; the history goes on behind. */
export const sandboxDemoModule: Module = {
  name: 'sandbox:demo',
  needs: ['main:deps', 'service:main', 'service:tracking', 'sandbox:mail'],
  async start({ environment, log, provide, use }) {
    const { mail } = use('sandbox');
    if (!mail) {
      provide('demo', { historyMade: Promise.resolve() });
      return;
    }
    const demo = await createDemo({ main: use('mainDeps'), mail, dataFolder: environment.dataFolder, publicUrl: environment.publicUrl, log });
    provide('demo', { historyMade: demo.historyMade.then(() => mail.goLive()) });
    return { stop: () => demo.stop() };
  },
};

import { Hono } from 'hono';
import { createHetznerCloud } from '#platform/cloud/hetzner-cloud';
import { realClock } from '#platform/clock/clock';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { systemAddressDns } from '#platform/dns/address-dns';
import { addressLists } from '#platform/dns-reputation/address-lists';
import { systemLookUp } from '#platform/dns-reputation/look-up';
import { createReputation } from '#platform/dns-reputation/reputation';
import { createAskServer } from '#platform/http/ask-server';
import { lookUpRegistration } from '#platform/http/rdap';
import { sandboxLists, sandboxRelayPort, startSandboxCloud } from '#sandbox/cloud/sandbox-cloud';
import { sandboxZone } from '#sandbox/sandbox-mail';
import { connectionRules } from '#mailboxes/mailboxes.api';
import { purpose, receiveServerPayment } from '#services/smart-servers/pay-servers';
import { startServerWorker, usualPace } from '#services/smart-servers/server-worker';
import type { Module } from './module';

const sandboxPath = '/sandbox/cloud';
/** The registry of the addresses that Hetzner gives out. */
const registry = 'https://rdap.db.ripe.net';

/** Where dedicated servers are made: Hetzner Cloud, or in the sandbox its stand-in, which the same client reaches at another address. */
export const cloudModule: Module = {
  name: 'cloud',
  needs: ['secrets', 'database', 'clock', 'sandbox:mail'],
  async start({ environment, mount, provide, use }) {
    const isSandbox = environment.mode === 'sandbox';
    const ask = createAskServer({ allowPrivateAddresses: isSandbox, patience: 30_000, mostBytes: 1_000_000 });
    if (!isSandbox) {
      const { hetzner } = environment;
      provide('servers', {
        cloud: hetzner && createHetznerCloud({ ask, ...hetzner }),
        dns: systemAddressDns,
        reputation: createReputation({ lookUp: systemLookUp(), now: () => realClock.now(), lists: addressLists }),
        registrationOf: (ip) => lookUpRegistration(ask, ip, registry),
      });
      return;
    }
    const { mail } = use('sandbox');
    const reputation = createReputation({ lookUp: sandboxLists, now: () => realClock.now(), lists: addressLists });
    const none = async () => {
      throw Object.assign(new Error('The sandbox asks no DNS outside.'), { code: 'ENOTFOUND' });
    };
    if (!mail) {
      provide('servers', {
        cloud: null,
        dns: { resolve4: none, resolveTxt: none, reverse: none },
        reputation,
        registrationOf: async () => null,
      });
      return;
    }
    const clock = use('campaignClock');
    const token = derivePurposeKey(use('masterKey'), 'sandbox cloud token').toString('hex');
    const sandbox = await startSandboxCloud({
      db: use('database'),
      token,
      seed: token,
      zone: sandboxZone,
      next: mail.mail.smtp,
      now: () => clock.now(),
    });
    mail.mail.setRelays(sandbox.isRelay);
    mount([sandboxPath], new Hono().route(sandboxPath, sandbox.app));
    const local = `http://127.0.0.1:${use('http').port}${sandboxPath}`;
    provide('servers', {
      cloud: createHetznerCloud({ ask, token, baseUrl: local, relayPort: sandboxRelayPort, name: 'Sandbox cloud' }),
      dns: sandbox.dns,
      reputation,
      registrationOf: (ip) => lookUpRegistration(ask, ip, `${local}/rdap`),
    });
    return { stop: () => sandbox.close() };
  },
};

/**
 * Sets servers up, watches them, and brings their ramp forward.
 * Only the sandbox process that runs the machines sets anything up.
 */
export const serversModule: Module = {
  name: 'engine:servers',
  needs: ['main:deps', 'secrets', 'cloud', 'payments'],
  async start({ environment, log, use }) {
    const main = use('mainDeps');
    const clock = use('campaignClock');
    const isSandbox = environment.mode === 'sandbox';
    const payments = use('payments');
    main.paymentTakers?.set(purpose, (news) => receiveServerPayment({ ...main, payments, log }, news));
    if (isSandbox && use('servers').cloud === null) return;
    const worker = startServerWorker({
      ...use('servers'),
      db: main.db,
      live: main.live,
      payments,
      vault: use('vault'),
      rules: connectionRules(main.config),
      isSandbox,
      now: () => clock.now(),
      pace: isSandbox ? { ...usualPace, records: 1 } : usualPace,
      log,
    });
    return { stop: () => worker.stop() };
  },
};

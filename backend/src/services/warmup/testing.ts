import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { createClient } from '@skein/contracts/client';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { serviceTransport } from '#platform/http/in-process-transport';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createCodeMail } from '#main/main.api';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { makeSandboxPool, sandboxPool } from '#sandbox/warmup-pool';
import { createWarmupApp } from './app';
import { registerPool } from './pool.store';
import type { WarmupWorkerDeps } from './warmup-worker.deps';
import { nextWarmupAt } from './warmup-lane.store';
import { runDueWarmup } from './warmup-worker';

/** Every domain publishes what warmup asks for. */
const zoneInOrder = () => ({
  txt: { '*.test': ['v=spf1 ip4:127.0.0.1 -all', 'v=DMARC1; p=none'] },
  mx: { '*.test': [{ exchange: 'mx.test', priority: 10 }] },
});

/** The sending world with warmup in it; time moves only when the test says so. */
export async function createWarmupWorld() {
  const world: SendingWorld = await createSendingWorld();
  const { main, me } = world;
  const deps: WarmupWorkerDeps = {
    db: main.deps.db,
    live: main.deps.live,
    now: () => main.clock.now(),
    realNow: () => main.deps.realClock.now(),
    isSendingHeld: () => false,
    key: derivePurposeKey(main.deps.masterKey, 'warmup'),
    vault: main.deps.vault,
    smtpServer: world.deps.smtpServer,
    imapServer: world.deps.imapServer,
    rules: world.deps.rules,
    log: main.deps.log,
  };
  const zone = zoneInOrder();
  const product = 'no-reply@skein.test';
  await world.mail.createMailbox({ email: product, password: 'right-password' });
  const app = createWarmupApp({
    ...main.deps,
    limitRate: undefined,
    resolver: zoneResolver(zone),
    codes: createCodeMail({
      ...main.deps,
      config: {
        ...main.deps.config,
        systemMail: {
          ...main.deps.config.systemMail,
          smtpUrl: `smtp://${encodeURIComponent(product)}:right-password@127.0.0.1:${world.mail.smtp.port}`,
          from: product,
          needsTls: false,
        },
      },
    }),
  });
  const goodDns = {
    domain: 'x',
    ...Object.fromEntries(
      ['spf', 'dkim', 'dmarc', 'mx'].map((name) => [name, { verdict: 'pass', record: null, text: '' }]),
    ),
  };
  return {
    ...world,
    warmupDeps: deps,
    app,
    zone,
    client: createClient(
      warmupContract,
      serviceTransport(
        () => app,
        () => ({ ...me.headers }),
      ),
    ),
    /** A connected mailbox whose DNS is right. */
    async connectGood(
      email: string,
      settings: { min_time_to_wait_minutes?: number; time_zone?: string } = {},
    ): Promise<number> {
      const id = await world.connect(email, settings);
      await main.test.query('update mailbox set dns_check = $2 where id = $1', [id, JSON.stringify(goodDns)]);
      return id;
    },
    async registerSandboxPool(): Promise<void> {
      const members = await makeSandboxPool(world.mail, main.deps);
      await main.deps.db.systemSql((sql) => registerPool(sql, sandboxPool, members));
    },
    /** Jumps from one thing that warmup has to do to the next. */
    async runWarmupUntil(instant: number): Promise<void> {
      for (;;) {
        await runDueWarmup(deps, 'test-worker');
        const next = await nextWarmupAt(main.deps.db, main.clock.now());
        const target = Math.min(instant, next === null || next <= main.clock.now() ? main.clock.now() + 60_000 : next);
        if (main.clock.now() >= instant) return;
        main.clock.set(target);
      }
    },
  };
}
export type WarmupWorld = Awaited<ReturnType<typeof createWarmupWorld>>;

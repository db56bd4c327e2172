import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { end, findFreePort, waitUntilReady } from './start-program';

const root = join(__dirname, '..', '..');

/** A production installation as an operator gets it, behind a proxy that is the browser's own. */
export interface Installation {
  /** Where people reach it. */
  origin: string;
  /** A command of `npm run operator`. @returns what it said */
  operator(...parameters: string[]): string;
  /** Brings a browser's requests for `origin` to it, as a proxy that ends TLS would. */
  serve(context: BrowserContext): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Assembles what was built into a folder of its own (docs/operating/install.md) and starts it there in production, on an empty database.
 */
export async function startInstallation(database: { url: string }): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-installed-'));
  const app = join(folder, 'app');
  const assembled = spawnSync(process.execPath, [join(root, 'deploy', 'assemble.mjs'), app], { encoding: 'utf8' });
  if (assembled.status !== 0) throw new Error(`It was not assembled: ${assembled.stderr || assembled.stdout}`);
  const host = 'app.skein-journey.io';
  const port = await findFreePort();
  for (const name of ['keys', 'data']) mkdirSync(join(folder, name), { mode: 0o700 });
  const key = join(folder, 'keys', 'master.key');
  writeFileSync(key, `1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    INIT_CWD: app,
    SKEIN_ENV_FILE: '',
    HOST: '127.0.0.1',
    PORT: String(port),
    SKEIN_DATA: join(folder, 'data'),
    DATABASE_URL: database.url,
    SKEIN_MASTER_KEY_FILE: key,
    PUBLIC_URL: `https://${host}`,
    TRACKING_URL: 'https://go.skein-journey.io',
    // Nobody listens there, and nothing of this journey is mailed.
    SYSTEM_SMTP_URL: 'smtps://user:Journey-8812@smtp.skein-journey.io:465',
    SYSTEM_MAIL_FROM: `Skein <no-reply@${host}>`,
    TRUSTED_PROXIES: '1',
  };
  const log = join(folder, 'skein.log');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, ['scripts/start-production.mjs'], {
    cwd: app,
    env: environment,
    stdio: ['ignore', output, output],
  });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, port, () => readFileSync(log, 'utf8').slice(-2_000));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: `https://${host}`,
    operator(...parameters) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/operator.mjs', ...parameters], {
        cwd: app,
        env: environment,
        encoding: 'utf8',
      });
      if (status === 0) return stdout;
      throw new Error(`operator ${parameters[0]} failed: ${stderr || stdout}`);
    },
    async serve(context) {
      await context.route(`https://${host}/**`, async (route) => {
        const request = route.request();
        const { pathname, search } = new URL(request.url());
        // A stream has no end that could be handed on; pages read again without it.
        if (pathname === '/api/live') return route.abort();
        const response = await route.fetch({
          url: `http://127.0.0.1:${port}${pathname}${search}`,
          headers: {
            ...(await request.allHeaders()),
            host,
            'x-forwarded-proto': 'https',
            'x-forwarded-for': '203.0.113.7',
          },
          maxRedirects: 0,
        });
        return route.fulfill({ response });
      });
    },
    stop,
  };
}

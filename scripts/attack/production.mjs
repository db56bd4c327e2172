// M5, M6 and section 3 of the review: a production that was never set up right is refused in a sentence and answers nobody.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../lib/install.mjs';
import { freePort } from './lib/installation.mjs';

export const title = 'Productions that must not start';
export const needsNothing = true;

export default async function production({ report }) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-attack-production-'));
  const key = join(folder, 'master.key');
  writeFileSync(key, `1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    SKEIN_ENV_FILE: '',
    INIT_CWD: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    SKEIN_DATA: join(folder, 'data'),
    // Nobody listens there: a start that got that far would say so.
    DATABASE_URL: 'postgresql://skein:Attack-8812@127.0.0.1:1/skein',
    SKEIN_MASTER_KEY_FILE: key,
    PUBLIC_URL: 'https://app.skein-attack.io',
    TRACKING_URL: 'https://go.skein-attack.io',
    SYSTEM_SMTP_URL: 'smtps://user:Attack-8812@smtp.skein-attack.io:465',
  };
  const cases = [
    ['M5', 'PUBLIC_URL over http', { PUBLIC_URL: 'http://app.skein-attack.io' }, /PUBLIC_URL/],
    ['§3', 'an example host', { PUBLIC_URL: 'https://app.example.com' }, /PUBLIC_URL/],
    ['§3', 'a default password', { DATABASE_URL: 'postgresql://skein:secret@127.0.0.1:1/skein' }, /DATABASE_URL/],
    ['§3', 'a missing variable', { SYSTEM_SMTP_URL: '' }, /SYSTEM_SMTP_URL/],
    ['M6', 'a sender that is no address', { SYSTEM_MAIL_FROM: 'Skein' }, /SYSTEM_MAIL_FROM/],
    ['§3', 'the sandbox’s clock', { SKEIN_TIME_SCALE: '60' }, /SKEIN_TIME_SCALE/],
  ];
  try {
    for (const [finding, what, change, words] of cases) {
      const { code, said } = await start({ ...environment, ...change });
      const line = said.split('\n').find((each) => words.test(each)) ?? said.trim().split('\n').at(-1) ?? '';
      report(
        finding,
        code !== 0 && code !== null && words.test(said),
        `${what}: ${code === null ? 'it runs' : `refused, "${line.slice(0, 150)}"`}`,
      );
    }
    chmodSync(key, 0o644);
    const { code, said } = await start(environment);
    const line = said.split('\n').find((each) => each.startsWith('Others can read')) ?? '';
    report(
      '§3',
      Boolean(code) && line !== '',
      `a master key that others can read: ${code ? `refused, "${line}"` : `ended with ${code}`}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns its code and words; null after 20 s in which it went on */
const start = (env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'start-production.mjs')], { cwd: root, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
    const watch = setTimeout(() => child.kill('SIGTERM'), 20_000);
    child.on('close', (code) => {
      clearTimeout(watch);
      done({ code, said });
    });
  });

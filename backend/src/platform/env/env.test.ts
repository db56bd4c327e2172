import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { readPlatformEnvironment } from './env';
import { findRepositoryRoot } from './repository-root';

const production = {
  SKEIN_MODE: 'production',
  DATABASE_URL: 'postgresql://app:Zr4-kk2@db.internal:5432/skein',
  SKEIN_MASTER_KEY_FILE: '/run/secrets/master.key',
  PUBLIC_URL: 'https://app.skein.io/',
  TRACKING_URL: 'https://go.skein.io',
  SYSTEM_SMTP_URL: 'smtps://mailer:pw-8812@smtp.skein.io',
};

it('needs nothing in the sandbox and listens on loopback only', () => {
  expect(readPlatformEnvironment({ SKEIN_MODE: 'sandbox' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    trackingUrl: 'http://localhost:3000',
    firstTimeScale: 60,
  });
});

it('takes an empty variable as not set', () => {
  expect(readPlatformEnvironment({ SKEIN_MODE: 'sandbox', PORT: '', DATABASE_URL: '' }).port).toBe(3000);
});

it('is production when nothing says otherwise, and names all that is missing', () => {
  expect(() => readPlatformEnvironment({})).toThrow(
    ['DATABASE_URL', 'SKEIN_MASTER_KEY_FILE', 'PUBLIC_URL', 'TRACKING_URL', 'SYSTEM_SMTP_URL']
      .map((name) => `${name}: is required in production`)
      .join('\n'),
  );
});

it('accepts a complete production', () => {
  expect(readPlatformEnvironment(production)).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    publicUrl: 'https://app.skein.io',
    firstTimeScale: 1,
  });
});

it('says what replaces the names of a version before, instead of passing over them', () => {
  const before = { LINKEDIN_PROVIDER_URL: 'https://linkedin.test', LINKEDIN_PROVIDER_KEY: 'k' };
  expect(() => readPlatformEnvironment({ ...production, ...before })).toThrow(
    /^LINKEDIN_PROVIDER_URL: .*set UNIPILE_URL and UNIPILE_KEY.*\nLINKEDIN_PROVIDER_KEY: /,
  );
  const now = { UNIPILE_URL: 'https://api8.unipile.com:13851', UNIPILE_KEY: 'x'.repeat(20) };
  expect(readPlatformEnvironment({ ...production, ...before, ...now }).linkedIn).toMatchObject({ name: 'Unipile' });
});

it.each([
  [{ DATABASE_URL: 'postgresql://app:changeme@db/skein' }, /DATABASE_URL: holds a default password/],
  [{ SYSTEM_SMTP_URL: 'smtp://a:password@smtp.skein.io' }, /SYSTEM_SMTP_URL: holds a default password/],
  [{ PUBLIC_URL: 'https://app.example.com' }, /PUBLIC_URL: names an example or this machine/],
  [{ TRACKING_URL: 'http://localhost:3000' }, /TRACKING_URL: names an example or this machine/],
  [{ PUBLIC_URL: 'http://app.skein.io' }, /PUBLIC_URL: begins with http: .*name the https address/],
  [{ SYSTEM_MAIL_FROM: 'Skein' }, /SYSTEM_MAIL_FROM: must be an address/],
  [{ BACKUP_FOLDER: '/b', BACKUP_SCHEDULE: 'daily' }, /BACKUP_SCHEDULE: must be five fields as in crontab/],
  [{ SKEIN_TIME_SCALE: '60' }, /SKEIN_TIME_SCALE: cannot be set in production/],
])('refuses %p in production', (change, message) => {
  expect(() => readPlatformEnvironment({ ...production, ...change })).toThrow(message);
});

it('sends its own mails as the host of PUBLIC_URL unless a sender is named, and over TLS unless the server is this machine', () => {
  expect(readPlatformEnvironment(production)).toMatchObject({
    systemMailFrom: 'Skein <no-reply@app.skein.io>',
    systemSmtpNeedsTls: true,
  });
  const other = { SYSTEM_MAIL_FROM: 'Our Skein <hello@skein.io>', SYSTEM_SMTP_URL: 'smtp://127.0.0.1:25' };
  expect(readPlatformEnvironment({ ...production, ...other })).toMatchObject({
    systemMailFrom: 'Our Skein <hello@skein.io>',
    systemSmtpNeedsTls: false,
  });
  expect(readPlatformEnvironment({ ...production, SYSTEM_SMTP_TLS: 'optional' }).systemSmtpNeedsTls).toBe(false);
});

it.each([
  [{ PORT: 'abc' }, /PORT: must be a port number/],
  [{ PORT: '70000' }, /PORT: must be a port number/],
  [{ SKEIN_TIME_SCALE: '0' }, /SKEIN_TIME_SCALE: must be a whole number from 1 to 1440/],
  [{ SKEIN_TIME_SCALE: '1.5' }, /SKEIN_TIME_SCALE/],
  [{ DATABASE_URL: 'mysql://a' }, /DATABASE_URL: must be an address such as postgresql/],
])('refuses %p and never repeats the value of a secret', (change, message) => {
  expect(() => readPlatformEnvironment({ SKEIN_MODE: 'sandbox', ...change })).toThrow(message);
});

describe('.env.example', () => {
  const root = findRepositoryRoot();
  const source = join(root, 'backend', 'src');
  /** Set by Jest for its own workers. */
  const notForPeople = new Set(['SKEIN_TEST_POSTGRES']);

  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

  it('lists exactly the variables that env.ts files read', async () => {
    const read = new Set<string>();
    for (const name of files.filter((each) => /(?:^|[\\/.])env\.ts$/.test(each))) {
      const exported = (await import(join(source, name))) as Record<string, unknown>;
      for (const value of Object.values(exported))
        if (value instanceof z.ZodObject) for (const key of Object.keys(value.shape)) read.add(key);
    }
    const listed = readFileSync(join(root, '.env.example'), 'utf8').match(/^[A-Z][A-Z0-9_]*(?==)/gm);
    expect([...read].filter((name) => !notForPeople.has(name)).sort()).toEqual([...new Set(listed)].sort());
  });

  it('can be complete, because nothing else reads the environment', () => {
    const offenders = files.filter(
      (name) =>
        !/(?:^|[\\/.])(?:env|parse-environment)\.ts$/.test(name) &&
        !/\.test\.ts$/.test(name) &&
        !/[\\/]testing[\\/]/.test(name) &&
        /process\.env\b/.test(readFileSync(join(source, name), 'utf8')),
    );
    expect(offenders).toEqual([]);
  });
});

import { Hono } from 'hono';
import { OutwardError, type AskServer } from '#platform/http/ask-server';
import type { VerifierAccess } from '#platform/http/verifier-access';

export const sandboxVerifierKey = 'sandbox-verifier-key';

/** As in the sandbox's mail world the word before the first dot or plus says what becomes of an address. */
function judge(email: string): 'valid' | 'invalid' | 'catch-all' | 'role' | 'disposable' | 'unknown' | 'trap' {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const word = local.split(/[.+]/)[0] ?? '';
  if (domain === 'mailinator.com') return 'disposable';
  if (domain.startsWith('catchall.')) return 'catch-all';
  if (word === 'rejects' || word === 'bounces' || !domain.endsWith('.test')) return 'invalid';
  if (['info', 'sales', 'support', 'office', 'contact'].includes(word)) return 'role';
  if (word === 'shy' || word === 'greylisted') return 'unknown';
  return word === 'trap' ? 'trap' : 'valid';
}

/**
 * Stand-ins for ZeroBounce (v2) and MillionVerifier (v3): their addresses, parameters, answers and refusals, and credits that go down. They
 * ask nobody.
 */
function createSandboxVerifiers(options: { credits?: number } = {}): Hono {
  const app = new Hono();
  const account = { left: options.credits ?? 100_000 };
  addZeroBounce(app, account);
  addMillionVerifier(app, account);
  return app;
}

/** The credits that are left; both services take from the same. */
interface CreditAccount {
  left: number;
}

function addZeroBounce(app: Hono, account: CreditAccount): void {
  app.get('/zerobounce/v2/getcredits', (context) =>
    context.json({ Credits: context.req.query('api_key') === sandboxVerifierKey ? String(account.left) : -1 }),
  );
  app.get('/zerobounce/v2/validate', (context) => {
    if (context.req.query('api_key') !== sandboxVerifierKey) return context.json({ error: 'Invalid API key' }, 400);
    if (account.left <= 0) return context.json({ error: 'Invalid API key or your account ran out of credits' });
    const email = context.req.query('email') ?? '';
    const judged = judge(email);
    if (judged !== 'unknown') account.left -= 1;
    const [status, sub] = (
      {
        valid: ['valid', ''],
        invalid: ['invalid', 'mailbox_not_found'],
        'catch-all': ['catch-all', ''],
        role: ['do_not_mail', 'role_based'],
        disposable: ['do_not_mail', 'disposable'],
        unknown: ['unknown', 'greylisted'],
        trap: ['spamtrap', ''],
      } as const
    )[judged];
    return context.json({
      address: email,
      status,
      sub_status: sub,
      free_email: false,
      did_you_mean: null,
      account: email.split('@')[0],
      domain: email.split('@')[1],
      mx_found: 'true',
      processed_at: '2026-01-01 00:00:00.000',
    });
  });
}

function addMillionVerifier(app: Hono, account: CreditAccount): void {
  app.get('/millionverifier/api/v3/credits', (context) =>
    context.json(
      context.req.query('api') === sandboxVerifierKey ? { credits: account.left } : { error: 'Invalid API key' },
    ),
  );
  app.get('/millionverifier/api/v3/', (context) => {
    const email = context.req.query('email') ?? '';
    const failed = (error: string) =>
      context.json({
        email,
        quality: '',
        result: 'error',
        resultcode: 4,
        subresult: '',
        free: false,
        role: false,
        credits: account.left,
        executiontime: 0,
        error,
        livemode: true,
      });
    if (context.req.query('api') !== sandboxVerifierKey) return failed('Invalid API key');
    if (account.left <= 0) return failed('Insufficient credits');
    const judged = judge(email);
    account.left -= 1;
    const [result, code] = (
      {
        valid: ['ok', 1],
        invalid: ['invalid', 6],
        'catch-all': ['catch_all', 2],
        role: ['ok', 1],
        disposable: ['disposable', 5],
        unknown: ['unknown', 3],
        trap: ['invalid', 6],
      } as const
    )[judged];
    return context.json({
      email,
      quality: judged === 'valid' ? 'good' : 'bad',
      result,
      resultcode: code,
      subresult: result,
      free: false,
      role: judged === 'role',
      credits: account.left,
      executiontime: 1,
      error: '',
      livemode: true,
    });
  });
}

const hosts: Record<string, string> = {
  'api.zerobounce.net': '/zerobounce',
  'api.millionverifier.com': '/millionverifier',
};

/** The sandbox's way to verifying services: the stand-ins, and nobody else. */
export function sandboxVerifiers(options: { credits?: number } = {}): VerifierAccess {
  const app = createSandboxVerifiers(options);
  const ask: AskServer = async (request) => {
    const url = new URL(request.url);
    const folder = hosts[url.hostname];
    if (!folder) throw new OutwardError('unreached', `${url.hostname} has no stand-in in the sandbox.`);
    const response = await app.request(`http://verifier.sandbox${folder}${url.pathname}${url.search}`, {
      method: request.method,
    });
    return { status: response.status, text: await response.text(), retryAfter: null };
  };
  return { ask, sandboxKey: sandboxVerifierKey };
}

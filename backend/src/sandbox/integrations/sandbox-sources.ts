import { Hono } from 'hono';
import { escapeHtml } from '@skein/contracts/escape-html';
import { standInPage, standInPolicy } from './stand-in-page';
import { randomBytes } from 'node:crypto';

export const sandboxLeadMagicKey = 'sandbox-leadmagic-key';
export const sandboxClayTable = 'https://api.clay.com/v3/sources/webhook/pull-in-data-from-a-webhook-sandbox';

/** Stand-ins for LeadMagic (v1) and for the webhook source of a Clay table. They ask nobody; credits go down as the prices say. */
export function createSandboxSources(options: { credits?: number } = {}): {
  leadMagic: Hono;
  clay: Hono;
  rows: unknown[];
} {
  const leadMagic = new Hono();
  let left = options.credits ?? 5_000;
  const rows: unknown[] = [];
  leadMagic.use('*', async (context, next) =>
    context.req.header('x-api-key') === sandboxLeadMagicKey ? next() : context.json({ error: 'Unauthorized' }, 401),
  );
  leadMagic.get('/v1/credits', (context) => context.json({ credits: left }));
  leadMagic.use('/v1/people/*', async (context, next) =>
    left < 1 ? context.json({ error: 'Insufficient credits' }, 402) : next(),
  );
  leadMagic.post('/v1/people/email-validation', async (context) => {
    const { email = '' } = await context.req.json<{ email?: string }>();
    const [local = '', domain = ''] = email.toLowerCase().split('@');
    const word = local.split(/[.+]/)[0] ?? '';
    const status =
      word === 'rejects' || word === 'bounces' || !domain.endsWith('.test')
        ? 'invalid'
        : domain.startsWith('catchall.')
          ? 'catch_all'
          : word === 'shy'
            ? 'unknown'
            : 'valid';
    const cost = status === 'valid' || status === 'invalid' ? 0.25 : 0;
    left -= cost;
    return context.json({ email, email_status: status, credits_consumed: cost, message: `Email is ${status}.` });
  });
  leadMagic.post('/v1/people/email-finder', async (context) => {
    const {
      first_name: first = '',
      last_name: last = '',
      domain = '',
    } = await context.req.json<Record<string, string>>();
    if (!first || !last || !domain)
      return context.json({ error: 'first_name, last_name and domain are required' }, 400);
    if (!domain.endsWith('.test'))
      return context.json({ email: null, status: 'not_found', credits_consumed: 0, message: 'Email not found.' });
    left -= 1;
    return context.json({
      email: `replies.${first}.${last}@prospects.test`.toLowerCase(),
      status: 'valid',
      credits_consumed: 1,
      message: 'Email found.',
    });
  });
  leadMagic.post('/v1/people/profile-search', async (context) => {
    const { profile_url: profile = '' } = await context.req.json<Record<string, string>>();
    if (!profile || profile.includes('gone'))
      return context.json({ message: 'Profile not found.', credits_consumed: 0 });
    left -= 1;
    return context.json({
      profile_url: profile,
      professional_title: 'Head of Operations',
      company_name: 'Portline',
      credits_consumed: 1,
      message: 'Profile found.',
    });
  });
  return { leadMagic, clay: createClay(rows), rows };
}

/** The webhook of a Clay table, and a page with the rows that came. */
function createClay(rows: unknown[]): Hono {
  const clay = new Hono();
  clay.post('/v3/sources/webhook/:table', async (context) => {
    if (!context.req.param('table').endsWith('-sandbox')) return context.json({ message: 'Webhook not found' }, 404);
    rows.unshift(await context.req.json<unknown>());
    rows.length = Math.min(rows.length, 200);
    return context.json({ success: true });
  });
  clay.get('/', (context) => {
    const nonce = randomBytes(16).toString('base64');
    return context.html(
      standInPage(
        'Clay',
        nonce,
        `${rows.length} rows in the table`,
        rows
          .map(
            (row) =>
              `<article><blockquote>${escapeHtml(JSON.stringify(row, null, 2).slice(0, 2_000))}</blockquote></article>`,
          )
          .join('') || '<p class="soft">No row yet.</p>',
      ),
      200,
      standInPolicy(nonce),
    );
  });
  return clay;
}

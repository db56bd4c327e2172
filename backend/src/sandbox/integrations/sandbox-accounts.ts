import { Hono } from 'hono';
import {
  recordedBlocks,
  recordedCampaigns,
  recordedMailboxes,
  type RecordedCampaign,
  type RecordedLead,
} from './recorded-account';

export const sandboxImportKeys = { SMARTLEAD: 'sandbox-smartlead-key', INSTANTLY: 'sandbox-instantly-key' } as const;

export interface SandboxAccounts {
  smartlead: Hono;
  instantly: Hono;
  /** The status of a campaign there; what an import paused is paused. */
  statusOf(id: number): string;
  /** The next so many requests are answered with 503, as a product is that has an outage. */
  fail(times: number): void;
}

const day = 86_400_000;
const texts = [
  'Hi {{first_name}}, I saw that {{company_name}} runs trucks back empty.',
  'Any thoughts?',
  'Last note from me.',
];

/** Stand-ins of Smartlead (v1) and Instantly (v2) with the same recorded account behind both. Nothing is sent from them. */
export function createSandboxAccounts(now: () => number): SandboxAccounts {
  const status = new Map(recordedCampaigns.map((campaign) => [campaign.id, campaign.status as string]));
  let failures = 0;
  const found = (id: string) => recordedCampaigns.find((campaign) => String(campaign.id) === id.replace(/^.*-0*/, ''));
  const sentOf = (campaign: RecordedCampaign) =>
    campaign.leads.flatMap((lead) =>
      Array.from({ length: lead.sent }, (_, index) => ({
        lead,
        step: index + 1,
        // The last step that was sent is five days old.
        at: new Date(now() - (5 + 4 * (lead.sent - index - 1)) * day).toISOString(),
      })),
    );
  const world = {
    statusOf: (id: number) => status.get(id) ?? '',
    pause: (id: number) => void status.set(id, 'PAUSED'),
    found,
    sentOf,
    isDown: () => failures > 0 && failures-- > 0,
  };
  return {
    smartlead: smartlead(world),
    instantly: instantly(world),
    statusOf: world.statusOf,
    fail: (times) => void (failures = times),
  };
}

interface World {
  statusOf(id: number): string;
  pause(id: number): void;
  found(id: string): RecordedCampaign | undefined;
  sentOf(campaign: RecordedCampaign): { lead: RecordedLead; step: number; at: string }[];
  isDown(): boolean;
}

function smartlead(world: World): Hono {
  const app = new Hono({ strict: false }).basePath('/api/v1');
  app.use('*', async (context, next) => {
    if (context.req.query('api_key') !== sandboxImportKeys.SMARTLEAD)
      return context.json({ message: 'Invalid API Key' }, 401);
    return world.isDown() ? context.json({ error: 'Service Unavailable' }, 503) : next();
  });
  const view = (campaign: RecordedCampaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: world.statusOf(campaign.id),
    parent_campaign_id: null,
    track_settings: ['DONT_TRACK_EMAIL_OPEN'],
    stop_lead_settings: 'REPLY_TO_AN_EMAIL',
    unsubscribe_text: null,
    send_as_plain_text: false,
    follow_up_percentage: 60,
    min_time_btwn_emails: 8,
    max_leads_per_day: 120,
    scheduler_cron_value: { tz: 'Europe/Berlin', days: [1, 2, 3, 4, 5], startHour: '08:00', endHour: '17:30' },
  });
  const window = (context: { req: { query(name: string): string | undefined } }) => {
    const offset = Number(context.req.query('offset') ?? 0);
    return [offset, offset + Number(context.req.query('limit') ?? 100)] as const;
  };
  app.get('/campaigns', (context) => context.json(recordedCampaigns.map(view)));
  app.get('/email-accounts', (context) => context.json(recordedMailboxes.slice(...window(context)).map(mailboxOf)));
  app.get('/leads/get-domain-block-list', (context) =>
    context.json(
      recordedBlocks.slice(...window(context)).map((value, id) => ({ id, email_or_domain: value, source: 'manual' })),
    ),
  );
  app.use('/campaigns/:id/*', async (context, next) =>
    world.found(context.req.param('id')) ? next() : context.json({ error: 'Campaign not found' }, 404),
  );
  const of = (context: { req: { param(name: 'id'): string } }) =>
    world.found(context.req.param('id')) as RecordedCampaign;
  app.get('/campaigns/:id', (context) => {
    const campaign = world.found(context.req.param('id'));
    return campaign ? context.json(view(campaign)) : context.json({ error: 'Campaign not found' }, 404);
  });
  app.get('/campaigns/:id/sequences', (context) => {
    const campaign = of(context);
    return context.json(
      campaign.delays.map((delay, index) => ({
        id: campaign.id * 10 + index,
        seq_number: index + 1,
        seq_delay_details: { delayInDays: delay },
        subject: index === 0 ? campaign.subject : '',
        email_body: `<p>${texts[index]}</p><p>%signature%</p>`,
        sequence_variants: null,
      })),
    );
  });
  app.get('/campaigns/:id/email-accounts', (context) => context.json(recordedMailboxes.slice(0, 2).map(mailboxOf)));
  app.post('/campaigns/:id/status', async (context) => {
    const { status } = await context.req.json<{ status?: string }>();
    if (status !== 'PAUSED') return context.json({ error: 'status must be one of START, PAUSED, STOPPED' }, 400);
    world.pause(of(context).id);
    return context.json({ ok: true });
  });
  app.get('/campaigns/:id/statistics', (context) => {
    const all = world.sentOf(of(context));
    const data = all.slice(...window(context)).map(({ lead, step, at }) => ({
      lead_email: lead.email,
      sequence_number: step,
      email_subject: of(context)
        .subject.replace('{{company_name}}', lead.company)
        .replace('{{first_name}}', lead.first),
      sent_time: at,
      reply_time: lead.isReplied && step === lead.sent ? at : null,
      is_unsubscribed: lead.state === 'UNSUBSCRIBED',
      is_bounced: lead.state === 'BOUNCED',
    }));
    return context.json({ total_stats: String(all.length), data });
  });
  app.get('/campaigns/:id/leads', (context) => {
    const { leads } = of(context);
    const data = leads.slice(...window(context)).map((lead, index) => ({
      campaign_lead_map_id: index + 1,
      status:
        lead.state === 'PAUSED'
          ? 'PAUSED'
          : lead.state === 'DONE' || lead.isReplied
            ? 'COMPLETED'
            : lead.sent > 0
              ? 'INPROGRESS'
              : 'STARTED',
      lead: {
        id: index + 1,
        email: lead.email,
        first_name: lead.first,
        last_name: lead.last,
        company_name: lead.company,
        location: 'Rotterdam',
        phone_number: null,
        custom_fields: { fleet: String(12 + index) },
        is_unsubscribed: lead.state === 'UNSUBSCRIBED',
      },
    }));
    return context.json({ total_leads: String(leads.length), data });
  });
  return app;
}

const mailboxOf = (email: string) => ({
  id: 1,
  from_email: email,
  from_name: email.split('@')[0],
  type: 'SMTP',
  message_per_day: 40,
  smtp_host: 'smtp.northlight.test',
  password: null,
});

function instantly(world: World): Hono {
  const app = new Hono({ strict: false }).basePath('/api/v2');
  app.use('*', async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${sandboxImportKeys.INSTANTLY}`)
      return context.json({ statusCode: 401, error: 'Unauthorized', message: 'Invalid API key' }, 401);
    return world.isDown() ? context.json({ statusCode: 503 }, 503) : next();
  });
  const idOf = (campaign: RecordedCampaign) => `019a0000-0000-7000-8000-${String(campaign.id).padStart(12, '0')}`;
  const camel = (text: string) =>
    text
      .replace('{{company_name}}', '{{companyName}}')
      .replace('{{first_name}}', '{{firstName|there}}')
      .replace('%signature%', '{{accountSignature}}');
  const pages = <Row>(rows: readonly Row[], after: string | undefined, limit: number) => {
    const from = after === undefined ? 0 : Number(after);
    const next = from + limit < rows.length ? String(from + limit) : null;
    return { items: rows.slice(from, from + limit), ...(next === null ? {} : { next_starting_after: next }) };
  };
  const view = (campaign: RecordedCampaign) => ({
    id: idOf(campaign),
    name: campaign.name,
    status: { ACTIVE: 1, PAUSED: 2, DRAFTED: 0 }[world.statusOf(campaign.id)] ?? 0,
    campaign_schedule: {
      schedules: [
        {
          name: 'Hours',
          timing: { from: '08:00', to: '17:30' },
          days: { 0: false, 1: true, 2: true, 3: true, 4: true, 5: true, 6: false },
          timezone: 'Europe/Berlin',
        },
      ],
    },
    sequences: [
      {
        steps: campaign.delays.map((_, index) => ({
          type: 'email',
          // Their delay is that until the next step.
          delay: campaign.delays[index + 1] ?? 0,
          variants: [{ subject: index === 0 ? camel(campaign.subject) : '', body: camel(`<p>${texts[index]}</p>`) }],
        })),
      },
    ],
    email_list: recordedMailboxes.slice(0, 2),
    daily_max_leads: 120,
    email_gap: 8,
    stop_on_reply: true,
    open_tracking: false,
    link_tracking: true,
  });
  app.get('/campaigns', (context) =>
    context.json(pages(recordedCampaigns.map(view), context.req.query('starting_after'), 100)),
  );
  app.get('/campaigns/:id', (context) => {
    const campaign = world.found(context.req.param('id'));
    return campaign ? context.json(view(campaign)) : context.json({ statusCode: 404 }, 404);
  });
  app.post('/campaigns/:id/pause', (context) => {
    const campaign = world.found(context.req.param('id')) as RecordedCampaign;
    world.pause(campaign.id);
    return context.json(view(campaign));
  });
  app.get('/emails', (context) => {
    const campaign = world.found(context.req.query('campaign_id') ?? '') as RecordedCampaign;
    const rows = world.sentOf(campaign).map(({ lead, step, at }) => ({
      lead: lead.email,
      step: `0_${step - 1}_0`,
      subject: campaign.subject.replace('{{company_name}}', lead.company).replace('{{first_name}}', lead.first),
      timestamp_email: at,
    }));
    return context.json(pages(rows, context.req.query('starting_after'), 100));
  });
  app.post('/leads/list', async (context) => {
    const body = await context.req.json<{ campaign: string; starting_after?: string }>();
    const { leads } = world.found(body.campaign) as RecordedCampaign;
    const rows = leads.map((lead) => ({
      email: lead.email,
      status: { OPEN: 1, PAUSED: 2, DONE: 3, BOUNCED: -1, UNSUBSCRIBED: -2 }[lead.state],
      first_name: lead.first,
      last_name: lead.last,
      company_name: lead.company,
      email_reply_count: lead.isReplied ? 1 : 0,
      timestamp_last_contact: lead.sent > 0 ? new Date(0).toISOString() : null,
      payload: { firstName: lead.first, location: 'Rotterdam' },
    }));
    return context.json(pages(rows, body.starting_after, 100));
  });
  app.get('/accounts', (context) =>
    context.json(
      pages(
        recordedMailboxes.map((email) => ({
          email,
          first_name: email.split('@')[0],
          provider_code: 1,
          daily_limit: 40,
        })),
        context.req.query('starting_after'),
        100,
      ),
    ),
  );
  app.get('/block-lists-entries', (context) =>
    context.json(
      pages(
        recordedBlocks.map((value) => ({ bl_value: value, is_domain: !value.includes('@') })),
        context.req.query('starting_after'),
        100,
      ),
    ),
  );
  return app;
}

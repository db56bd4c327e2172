import { Hono } from 'hono';
import {
  recordedBlocks,
  recordedCampaigns,
  recordedMailboxes,
  type RecordedCampaign,
  type RecordedLead,
} from './recorded-account';
import { recordedTexts, sandboxImportKeys, type RecordedWorld } from './recorded-world';

const campaignView = (world: RecordedWorld, campaign: RecordedCampaign) => ({
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
const mailboxOf = (email: string) => ({
  id: 1,
  from_email: email,
  from_name: email.split('@')[0],
  type: 'SMTP',
  message_per_day: 40,
  smtp_host: 'smtp.northlight.test',
  password: null,
});

const leadView = (lead: RecordedLead, index: number) => ({
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
});

const window = (context: { req: { query(name: string): string | undefined } }) => {
  const offset = Number(context.req.query('offset') ?? 0);
  return [offset, offset + Number(context.req.query('limit') ?? 100)] as const;
};

/** Smartlead's API (v1) as far as an import reads it. */
export function smartlead(world: RecordedWorld): Hono {
  const app = new Hono({ strict: false }).basePath('/api/v1');
  app.use('*', async (context, next) => {
    if (context.req.query('api_key') !== sandboxImportKeys.SMARTLEAD)
      return context.json({ message: 'Invalid API Key' }, 401);
    return world.isDown() ? context.json({ error: 'Service Unavailable' }, 503) : next();
  });
  app.get('/campaigns', (context) => context.json(recordedCampaigns.map((campaign) => campaignView(world, campaign))));
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
    return campaign ? context.json(campaignView(world, campaign)) : context.json({ error: 'Campaign not found' }, 404);
  });
  app.get('/campaigns/:id/sequences', (context) => {
    const campaign = of(context);
    return context.json(
      campaign.delays.map((delay, index) => ({
        id: campaign.id * 10 + index,
        seq_number: index + 1,
        seq_delay_details: { delayInDays: delay },
        subject: index === 0 ? campaign.subject : '',
        email_body: `<p>${recordedTexts[index]}</p><p>%signature%</p>`,
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
    const data = leads.slice(...window(context)).map(leadView);
    return context.json({ total_leads: String(leads.length), data });
  });
  return app;
}

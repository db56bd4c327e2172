import { Hono } from 'hono';
import { recordedBlocks, recordedCampaigns, recordedMailboxes, type RecordedCampaign } from './recorded-account';
import { recordedTexts, sandboxImportKeys, type RecordedWorld } from './recorded-world';

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
const campaignView = (world: RecordedWorld, campaign: RecordedCampaign) => ({
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
        variants: [
          { subject: index === 0 ? camel(campaign.subject) : '', body: camel(`<p>${recordedTexts[index]}</p>`) },
        ],
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
/** Instantly's API (v2) as far as an import reads it. */
export function instantly(world: RecordedWorld): Hono {
  const app = new Hono({ strict: false }).basePath('/api/v2');
  app.use('*', async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${sandboxImportKeys.INSTANTLY}`)
      return context.json({ statusCode: 401, error: 'Unauthorized', message: 'Invalid API key' }, 401);
    return world.isDown() ? context.json({ statusCode: 503 }, 503) : next();
  });
  app.get('/campaigns', (context) =>
    context.json(
      pages(
        recordedCampaigns.map((campaign) => campaignView(world, campaign)),
        context.req.query('starting_after'),
        100,
      ),
    ),
  );
  app.get('/campaigns/:id', (context) => {
    const campaign = world.found(context.req.param('id'));
    return campaign ? context.json(campaignView(world, campaign)) : context.json({ statusCode: 404 }, 404);
  });
  app.post('/campaigns/:id/pause', (context) => {
    const campaign = world.found(context.req.param('id')) as RecordedCampaign;
    world.pause(campaign.id);
    return context.json(campaignView(world, campaign));
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

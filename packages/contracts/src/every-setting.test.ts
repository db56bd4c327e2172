import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints } from './all';
import { fieldsOf, settingsOf } from './every-setting.test-support';

const root = join(__dirname, '..', '..', '..');
const main = 'backend/src/services/main';
const [sending, subsequences] = [`${main}/sending/delivery`, `${main}/campaigns/subsequences`];

/** Test files that show settings, by a short name. */
const files = {
  settings: `${sending}/campaign-settings.test.ts`,
  rules: `${sending}/rules.test.ts`,
  halts: `${sending}/halts.test.ts`,
  espRules: `${sending}/esp-rules.test.ts`,
  lookedAtAgain: `${sending}/looked-at-again.test.ts`,
  manualSteps: `${sending}/manual-steps.test.ts`,
  cancelledReservations: `${sending}/cancelled-reservations.test.ts`,
  purchasedLimit: `${sending}/purchased-limit.test.ts`,
  plan: 'backend/src/engine/sending/plan.test.ts',
  warmup: 'backend/src/services/warmup/warmup-limits.test.ts',
  sharedPool: 'backend/src/services/warmup/shared-pool.test.ts',
  clientCredits: `${sending}/client-credits.test.ts`,
  merge: `${sending}/merge-while-sending.test.ts`,
  warmupDay: 'backend/src/engine/warmup/plan-warmup-day.test.ts',
  warmupWire: `${main}/public-api/v1/warmup.test.ts`,
  attention: 'backend/src/services/analytics/features/insights/attention.test.ts',
  campaigns: `${main}/campaigns/setup/campaigns.test.ts`,
  edits: `${main}/campaigns/campaign-edits/campaign-edits.test.ts`,
  editSteps: `${main}/campaigns/sequences/edit-manual-steps.test.ts`,
  triggers: `${subsequences}/subsequence-triggers.test.ts`,
  subsequences: `${subsequences}/subsequences.test.ts`,
  silence: `${subsequences}/re-engagement.test.ts`,
  linkedin: `${main}/sending/linkedin/run-linkedin.test.ts`,
  uploads: `${main}/leads/uploads/uploads.test.ts`,
  channels: `${main}/notices/delivery/notice-channels.test.ts`,
  whitelabel: `${main}/identity/whitelabel/whitelabel.test.ts`,
  webhooks: `${main}/notices/webhooks/webhooks.test.ts`,
  webhooksWire: `${main}/public-api/v1/webhooks.test.ts`,
  slack: `${main}/integrations/connections/slack.test.ts`,
  hubspot: `${main}/integrations/hubspot/hubspot.test.ts`,
  hubspotFields: `${main}/integrations/hubspot/map-fields.test.ts`,
  hubspotActivity: `${main}/integrations/hubspot/write-activity.test.ts`,
  assistant: `${main}/inbox/assistant/assistant.test.ts`,
  answers: `${main}/inbox/assistant/answer-reply.test.ts`,
  inboxSync: `${main}/inbox/inbox-sync/inbox-sync.test.ts`,
  answersStop: `${main}/inbox/inbox-sync/what-answers-stop.test.ts`,
  operator: `${main}/identity/operator/operator.test.ts`,
  audit: `${main}/identity/audit-trail/audit-trail.test.ts`,
  remotes: `${main}/shell/remotes/remotes.test.ts`,
  lists: `${main}/shell/list-views/list-views.test.ts`,
  reports: 'backend/src/services/analytics/features/reports/reports.test.ts',
  schedule: 'backend/src/services/analytics/features/reports/schedule.test.ts',
  placement: 'backend/src/services/smart-delivery/placement.test.ts',
  placementFalls: 'backend/src/services/smart-delivery/follow-run.test.ts',
  placementSchedule: 'backend/src/services/smart-delivery/schedule.test.ts',
  fillsScreen: 'packages/mfe/src/lists/fills-screen.test.tsx',
  fleetPlan: `${main}/mailboxes/fleet/fleet-plan.test.ts`,
  fleetRules: 'backend/src/engine/fleet/plan-fleet.test.ts',
  servers: 'backend/src/services/smart-servers/faults.test.ts',
  purchases: 'backend/src/server/purchases.test.ts',
  clients: `${main}/identity/clients/clients.test.ts`,
  team: `${main}/identity/team/team.test.ts`,
  providers: `${main}/leads/verification/verification-providers.test.ts`,
  university: 'backend/src/services/university/university.test.ts',
  events: 'backend/src/services/university/events/operator-events.test.ts',
  authentication: `${main}/authentication.test.ts`,
  people: 'backend/src/services/data-query/data-query.test.ts',
  picture: `${main}/files/signed-uploads/signed-uploads.test.ts`,
  importTab: 'mfe-campaigns/src/campaign-form/import/import.tab.test.tsx',
  journey: 'e2e/journeys/public-api.spec.ts',
} as const;

/**
 * Where a behavior is shown that differs between the values: the file, the title of the test, and the setting's name
 * there if it is another.
 */
type Shown = [file: keyof typeof files, title: string, as?: string];

const rate: Shown = ['warmup', 'rates of the sender decide what its partner does'];
const wire = (as: string): Shown => ['warmupWire', 'warmup is switched on with texts for flags', as];
const absence: Shown = ['halts', 'automatic replies: ignored, or the sequence waits'];
const delays: Shown = ['rules', 'delays of hours and minutes count from the real send', 'minutes'];
const channel: Shown = ['channels', 'each choice decides its own channel'];
const digest: Shown = ['channels', 'a digest comes once in its hour'];
const variants: Shown = ['rules', 'variants: equal shares until the test names a winner', 'others'];
const switchedOff: Shown = ['hubspot', 'writes and changes nothing of what is switched off'];
const espRules: Shown = ['espRules', 'ESP rules decide who gets email and from whom'];
const written: Shown = ['hubspotActivity', 'decides whether %s is written to the contact'];
const plans: Shown = ['operator', 'lets a person whose trial ended work again as soon as an operator gives a plan'];

const face: Shown = ['whitelabel', 'shows a brand by host name once DNS proves it'];

const shown: Record<string, Shown> = {
  accept_within_days: ['linkedin', 'a request has its days from when it was made'],
  autoCategorizeOOO: absence,
  autoReactivateOOO: absence,
  auto_adjust: ['warmupDay', 'auto-adjust holds the ramp', 'autoAdjust'],
  uses_tracking_domain: ['warmup', 'uses_tracking_domain puts the verified domain'],
  auto_adjust_warmup: wire('auto_adjust_warmup'),
  ai_categorisation_options: ['settings', 'auto_categorise_reply and ai_categorisation_options decide'],
  auto_categorise_reply: ['settings', 'auto_categorise_reply and ai_categorisation_options decide'],
  auto_pause_domain_leads_on_reply: ['lookedAtAgain', 'whom a reply of the company held goes on'],
  auto_renew: ['purchases', 'unless auto_renew is off'],
  auto_rotate: ['servers', 'auto_rotate off lets the first server'],
  bounce_autopause_threshold: ['settings', 'bounce_guard_enabled and bounce_autopause_threshold decide'],
  bounce_guard_enabled: ['settings', 'bounce_guard_enabled and bounce_autopause_threshold decide'],
  bounce_guard_min_sent: ['halts', 'the bounce guard pauses the campaign'],
  by_mail: channel,
  by_push: channel,
  by_slack: channel,
  by_webhook: ['channels', 'posts to one’s own webhook'],
  category: switchedOff,
  company_daily_limit: ['rules', 'company limit a day'],
  connection: ['triggers', 'an accepted connection on LinkedIn pushes'],
  contacted_within_days: ['settings', 'ignore_active_in_other_campaign and contacted_within_days leave out'],
  count: ['attention', 'comes back when it is woken, and when there is more of it'],
  create: switchedOff,
  customer_stops: switchedOff,
  font: face,
  radius: face,
  daily_rampup: ['warmupDay', 'the ramp begins with few', 'dailyRampup'],
  days: ['rules', 'several windows, weekdays and holidays'],
  delayInDays: delays,
  delayInHours: ['edits', 'says in numbers what an edit does before it is saved'],
  delayInMinutes: ['edits', 'says in numbers what an edit does before it is saved'],
  delay_basis: ['rules', 'delays of hours and minutes count from the real send'],
  delay_seconds: ['triggers', 'a reply pushes and does not stop what it began'],
  deleted: switchedOff,
  density: ['lists', 'keeps columns and page size with the person'],
  digest,
  digest_day: digest,
  digest_hour: digest,
  every_days: ['placementSchedule', 'a test repeats after days'],
  every_weeks: ['events', 'tells people of dates that a repeated event no longer has'],
  pass_percent: ['placementFalls', 'a test has a pass mark of its own'],
  rest_below: ['placementFalls', 'a mailbox that falls rests'],
  below_runs: ['placementFalls', 'low in two runs in a row'],
  cap_to: ['placementFalls', 'the limit is lowered'],
  moves_leads: ['placementFalls', 'its leads move'],
  pauses_step: ['placementFalls', 'the step pauses'],
  notifies: ['placementFalls', 'people hear of it'],
  draft_daily_limit: ['answers', 'draft_daily_limit: sends no more in 24 hours'],
  draft_delay_minutes: ['answers', 'sends the draft once when its delay is over', 'minute'],
  draft_min_confidence: ['answers', 'drafts nothing by itself when %s', 'draft_min_confidence'],
  domain_level_rate_limit: ['rules', 'company limit a day', 'company_daily_limit'],
  due_in_days: ['manualSteps', 'a manual step makes a task and holds its place'],
  email_limit: ['operator', 'lets a person whose trial ended work again'],
  enable_ai_esp_matching: ['rules', 'provider matching: strict sends only', 'esp_match_mode'],
  enabled: ['warmup', 'rates of the sender decide'],
  esp_match_mode: ['rules', 'provider matching: strict sends only'],
  event_types: ['webhooks', 'delivers what was subscribed to'],
  fillsScreen: ['fillsScreen', 'fillsScreen holds until somebody fixes a number'],
  for_days: ['attention', 'is kept apart for that person until 08:00'],
  follow_up_percentage: ['rules', 'follow-ups get their share of a day'],
  force_plain_text: ['settings', '%s leaves the HTML part out'],
  hour: ['schedule', 'is always later, on its weekday'],
  ignoreOOOasReply: absence,
  ignore_active_in_other_campaign: ['settings', 'ignore_active_in_other_campaign and contacted_within_days'],
  ignore_duplicate_leads_in_other_campaign: ['uploads', 'leaves out leads of other campaigns when asked'],
  ignore_global_block_list: ['settings', 'ignore_global_block_list takes in'],
  ignore_ss_mailbox_sending_limit: ['purchasedLimit', 'a purchased mailbox keeps to the limit'],
  ignore_unsubscribe_list: ['settings', 'ignore_unsubscribe_list takes in'],
  important_rate: ['warmup', 'weekdays_only and important_rate'],
  in_app: channel,
  increase: ['rules', 'the ramp of a mailbox grows its cap', 'ramp'],
  is_active: ['webhooks', 'sends a sample on demand'],
  is_autosave: ['edits', 'makes one version of a pause in typing'],
  is_off: ['remotes', 'lets operators take an area from everybody'],
  is_operator: ['operator', 'makes confirmed people of a workspace operators'],
  is_paused: ['cancelledReservations', 'a variant that is switched off is not mailed'],
  is_rampup_enabled: ['warmup', 'answers stay within what the ramp allows'],
  is_randomised: ['warmupDay', 'a randomised day lies between', 'isRandomised'],
  is_saved: ['university', 'keeps progress and saved items'],
  is_shared: ['reports', 'is seen by its maker, by all once shared'],
  is_subscribed: plans,
  keep_days: ['audit', 'nothing of the trail can be changed or deleted, except'],
  kind: channel,
  least_sending: ['fleetPlan', 'no campaign falls below its floor'],
  lead_limit: ['operator', 'unlocks everything on an installation without plans'],
  linkedin_type: ['manualSteps', 'LinkedIn steps are done by the provider'],
  match_all: ['triggers', 'words of a reply push only where'],
  max_leads_per_day: ['plan', 'new leads stop at the day’s number', 'newLeads'],
  max_new_leads_per_day: ['plan', 'new leads stop at the day’s number', 'newLeads'],
  meeting: switchedOff,
  message_per_day: ['plan', 'yesterday’s count does not use up today’s cap', 'dailyCap'],
  minutes: ['events', 'adds an event that every workspace sees'],
  min_confidence: ['assistant', 'min_confidence decides'],
  min_per_day: ['warmupDay', 'a randomised day lies between', 'minPerDay'],
  min_time_btw_emails: ['plan', 'a late trigger sends from now on', 'lastTriggerSlotAt'],
  min_time_btwn_emails: ['plan', 'a late trigger sends from now on', 'lastTriggerSlotAt'],
  min_time_to_wait_minutes: ['plan', 'a gap that ends within the slot delays the mail', 'gap'],
  price_in: ['assistant', 'costs what was charged when it was used'],
  price_out: ['assistant', 'costs what was charged when it was used'],
  monthly_cost: ['assistant', 'the month’s limit in money'],
  monthly_tokens: ['assistant', 'counts tokens, and stops at the month’s limit'],
  open_rate: rate,
  owner: switchedOff,
  per_day: rate,
  percent: ['remotes', 'shows operators what runs where'],
  plan_type: plans,
  pods: ['fleetPlan', 'rules put mailboxes into pods'],
  priority: ['manualSteps', 'a manual step makes a task and holds its place'],
  quiet_on: ['channels', 'quiet hours hold emails'],
  reactivateOOOwithDelay: absence,
  replied: switchedOff,
  reply_mailboxes: ['channels', 'tells of replies by category, client and own mailboxes'],
  reply_rate: rate,
  reply_rate_percentage: wire('reply_rate_percentage'),
  rests_high_risk: ['fleetRules', 'a burnt mailbox rests a week, and no campaign', 'restsHighRisk'],
  role: ['authentication', 'hears of a changed role'],
  sends_drafts: ['answers', 'drafts nothing by itself when %s', 'sends_drafts'],
  send_weeks: ['fleetPlan', 'rules put mailboxes into pods'],
  send_as_plain_text: ['settings', '%s leaves the HTML part out'],
  seq_type: ['editSteps', 'a LinkedIn step that becomes a manual one'],
  silence_days: ['silence', 'whoever was silent for the days'],
  sorts_replies: ['assistant', 'lets the model choose'],
  spam_rescue_rate: rate,
  spintax_mode: ['settings', 'spintax_mode INCREMENTAL gives'],
  stop_lead_settings: ['answersStop', 'a reply pauses the company where the campaign says so', 'stop_on'],
  stop_on_parent_reply: ['subsequences', 'a reply to the subsequence stops it'],
  time_zone_mode: ['rules', 'lead-local time: each lead is written to'],
  total_warmup_per_day: wire('total_warmup_per_day'),
  update_existing: ['settings', 'update_existing decides'],
  variant_distribution_percentage: variants,
  variant_distribution_type: variants,
  lead_distribution_percentage: variants,
  warmup_enabled: wire('warmup_enabled'),
  shares_pool: ['sharedPool', 'workspaces that did not join are strangers'],
  age_gate: ['merge', 'a workspace that holds young mailboxes sends nothing'],
  age_days: ['merge', 'a workspace that holds young mailboxes sends nothing'],
  lead_credits: ['clientCredits', 'send and hold no more than its agency assigned'],
  email_credits: ['clientCredits', 'send and hold no more than its agency assigned'],
  add_unsubscribe_tag: ['settings', 'add_unsubscribe_tag puts the header'],
  categories: ['webhooksWire', 'are made, listed and changed, with categories by name'],
  days_of_the_week: ['rules', 'several windows, weekdays and holidays', 'sending_days'],
  destination: ['slack', 'takes an incoming webhook'],
  permission: ['clients', 'a client logs in and sees its own campaigns only'],
  provider: ['providers', 'ends a run with what to do when the account is empty'],
  reply_categories: ['channels', 'tells of replies by category, client and own mailboxes'],
  reply_clients: ['channels', 'tells of replies by category, client and own mailboxes'],
  retricted_category: ['clients', 'a client logs in and sees its own campaigns only'],
  scope: ['team', 'a limited member has webhooks of their own'],
  sentiment: ['campaigns', 'keeps the fixed categories and counts custom ones'],
  start: ['rules', 'the ramp of a mailbox grows its cap', 'ramp'],
  state: ['university', 'keeps progress and saved items'],
  status: ['operator', 'does not let operators shut themselves out'],
  track_settings: ['settings', 'track_settings decide about pixel and links'],
  weekday: ['schedule', 'is always later, on its weekday'],
  weekdays_only: ['warmup', 'weekdays_only and important_rate'],
  winning_metric_property: variants,
  source: ['importTab', 'opens with the way of adding leads'],
  direction: ['hubspotFields', 'direction %s writes to HubSpot'],
  winner: ['hubspotFields', 'winner %s, the contact changed'],
  properties: ['hubspot', 'takes changed properties of a contact only while properties is on'],
  opened: written,
  sent: written,
  unsubscribed: written,
  name: ['people', 'shows the team a name and a designation'],
  designation: ['people', 'shows the team a name and a designation'],
  time_zone: ['channels', 'quiet hours hold emails until they end in the person’s zone'],
  key: ['picture', 'a profile picture is uploaded under a signed address'],
  recipient: espRules,
  senders: espRules,
};

/** Requests that change one person's or one conversation's data, or do something once: nothing of them goes on deciding. */
const dataOf = [
  '/api/leads/:leadId',
  '/api/tasks/:taskId',
  '/api/inbox/',
  '/api/v1/master-inbox/',
  '/api/v1/spam-test/',
  '/api/smart-delivery/drafts/',
];

/** A person's own profile, of which every field counts, texts too. */
const profile = ['/api/auth/me', '/api/profile-picture'];

const settings = (): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { endpoint } of allEndpoints()) {
    const isSetting =
      endpoint.method === 'PUT' ||
      endpoint.method === 'PATCH' ||
      (endpoint.method === 'POST' && /\/(?:settings|schedule|warmup)$/.test(endpoint.path));
    if (!isSetting || dataOf.some((path) => endpoint.path.startsWith(path))) continue;
    for (const name of profile.includes(endpoint.path) ? fieldsOf(endpoint) : settingsOf(endpoint))
      found.set(name, [...(found.get(name) ?? []), `${endpoint.method} ${endpoint.path}`]);
  }
  return found;
};

it('knows for each setting of each contract a test that shows what it changes', () => {
  const missing = [...settings()].filter(([name]) => !(name in shown));
  expect(missing.map(([name, where]) => `${name} of ${where.join(', ')}`)).toEqual([]);
});

it('names no setting that is gone', () => {
  const present = settings();
  expect(Object.keys(shown).filter((name) => !present.has(name))).toEqual([]);
});

it.each(Object.entries(shown))('%s is shown by a test that is there and names it', (name, [file, title, as = name]) => {
  const path = join(root, files[file]);
  expect(existsSync(path)).toBe(true);
  const text = readFileSync(path, 'utf8');
  const titles = [...text.matchAll(/\b(?:it|test)(?:\.each\([^)]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/gs)].map(
    (match) => match[2],
  );
  expect(titles.some((each) => each?.includes(title)) || text.includes(`)('${title}`)).toBe(true);
  expect(text).toMatch(new RegExp(`\\b${as}\\b`));
});

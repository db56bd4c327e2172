/**
 * What a field of the API means and an example of it, for the OpenAPI document: by its own description where the
 * contract has one, else by its name. One name means one thing everywhere, so that a name is described once.
 */
type Json = Record<string, unknown>;

const words = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(smtp|imap|spf|dkim|dmarc|url|api|html|ip|id|ids|otp|esp|asn|uuid|csv)\b/g, (word) =>
      word === 'ids' ? 'ids' : word === 'id' ? 'id' : word.toUpperCase(),
    )
    .trim();

/** Names whose words alone say too little. */
const described: Record<string, string> = {
  api_key: 'API key. The header X-API-Key or a bearer token are accepted instead.',
  id: 'Id, unique for its kind in the workspace.',
  uuid: 'Id that stays the same across installations.',
  name: 'Name, as shown on screens.',
  data: 'What was asked for.',
  status: 'State it is in.',
  total: 'How many there are in all, whatever the page size.',
  limit: 'Rows per page.',
  offset: 'Rows to skip, for paging.',
  cursor: 'Where the next page begins: `next_cursor` of the page before.',
  next_cursor: 'Pass it as `cursor` for the next page; null on the last one.',
  has_more: 'Whether a further page follows.',
  search: 'Words to look for.',
  q: 'Words to look for.',
  email: 'Email address.',
  emails: 'Email addresses.',
  from_name: 'Sender name that recipients see.',
  from_email: 'Sender address that recipients see.',
  to_email: 'Address of the recipient.',
  subject: 'Subject line. Variables in double braces, spintax in single braces.',
  email_body: 'Body as HTML. Variables in double braces, spintax in single braces.',
  preview_text: 'Text that inboxes show after the subject.',
  seq_number: 'Number of the step in the sequence, from 1.',
  seq_delay_details: 'How long after the step before it this one is due.',
  delayInDays: 'Days after the step before it.',
  delayInHours: 'Hours on top of the days.',
  delayInMinutes: 'Minutes on top of the days and hours.',
  seq_variants: 'Variants of the step, A to Z.',
  variant_label: 'Letter of the variant, A to Z.',
  track_settings: 'What is not tracked; an empty list tracks everything.',
  stop_lead_settings: 'What ends the sequence of a lead.',
  esp_match_mode: 'Whether leads are emailed from a mailbox at their own provider.',
  enable_ai_esp_matching: 'Whether leads are emailed from a mailbox at their own provider where one is free.',
  esp_rules: 'For leads at a provider: no emails, or first emails only from mailboxes at the providers named.',
  recipient: 'Who gets it; in an ESP rule, the provider of the leads.',
  senders: 'Providers of mailboxes that may write the first email.',
  follow_up_percentage: 'Share of each day’s emails that follow-ups get before new leads, in percent.',
  min_time_btwn_emails: 'Minutes between two send rounds, at least 3.',
  min_time_btw_emails: 'Minutes between two send rounds, at least 3.',
  max_leads_per_day: 'New leads a day; 0 is no limit.',
  max_new_leads_per_day: 'New leads a day; 0 is no limit.',
  message_per_day: 'Campaign emails that the mailbox sends at most in a day.',
  max_email_per_day: 'Campaign emails that the mailbox sends at most in a day.',
  time_to_wait_in_mins: 'Minutes between two emails of the mailbox, across campaigns.',
  minTimeToWaitInMins: 'Minutes between two emails of the mailbox, across campaigns.',
  total_warmup_per_day: 'Warmup emails a day once the ramp is complete.',
  daily_rampup: 'Warmup emails that each day adds.',
  reply_rate_percentage: 'Share of warmup emails that are replied to, in percent.',
  warmup_key_id: 'Words by which you can tell warmup emails in the mailbox.',
  warmup_reputation: 'Share of warmup emails that landed in the inbox in the last seven days, in percent.',
  days_of_the_week: 'Days on which emails are sent: Sunday 0 to Saturday 6.',
  days: 'Days of the week: Monday 1 to Sunday 7.',
  start_hour: 'When the sending window opens, HH:MM in the campaign’s time zone.',
  end_hour: 'When the sending window closes, HH:MM in the campaign’s time zone.',
  timezone: 'IANA time zone.',
  time_zone: 'IANA time zone.',
  tz: 'IANA time zone.',
  schedule_start_time: 'No email is sent before it.',
  custom_fields: 'Fields of your own, by name. Variables use them.',
  phone_number: 'Phone number of the lead.',
  lead_list: 'Leads, at most 400 in a request.',
  settings: 'How they are handled.',
  ignore_global_block_list: 'Import addresses of the block list too; they are not emailed.',
  ignore_unsubscribe_list: 'Import addresses that unsubscribed too; they are not emailed.',
  ignore_duplicate_leads_in_other_campaign: 'Import only addresses that are in no other campaign.',
  webhook_url: 'HTTPS address that events are posted to.',
  event_types: 'Events that are delivered.',
  categories: 'Categories of replies.',
  category_id: 'Category of the reply: 1 to 9 are fixed, others are your own; -1 is none.',
  lead_category_id: 'Category of the reply: 1 to 9 are fixed, others are your own; -1 is none.',
  client_id: 'Client of the agency; null for the agency itself.',
  permission: 'What the client may do: `full_access` or `reply_master_inbox`.',
  retricted_category: 'Categories that are hidden from the client.',
  smtp_port_type: 'Encryption of the connection: SSL, TLS or NONE.',
  imap_port_type: 'Encryption of the connection: SSL, TLS or NONE.',
  password: 'Password. It is stored sealed and never returned.',
  smtp_password: 'Password for SMTP. It is stored sealed and never returned.',
  imap_password: 'Password for IMAP. It is stored sealed and never returned.',
  ok: 'true unless an error is answered.',
  success: 'Whether it worked.',
  message: 'What happened, in one sentence.',
  is_machine: 'Whether a machine did it, such as a scanner of links or a privacy proxy.',
  bounce_autopause_threshold: 'Bounce rate in percent at which the campaign pauses.',
  parent_campaign_id: 'Campaign that this subsequence belongs to; null for a campaign.',
  plan_type: 'Plan of the workspace.',
  otp: 'Six digits of the authenticator app, or a recovery code.',
  sentiment_type: 'Whether the category counts as positive, neutral or negative.',
  scheduler_cron_value: 'Days, hours and time zone of the sending window.',
  kind: 'Which kind it is.',
  type: 'Which type it is.',
  text: 'Text, as shown on screens.',
  title: 'Title, as shown on screens.',
  hint: 'What it is known by, without the secret itself.',
  key: 'Key by which it is named.',
  code: 'Code that programs can rely on; texts can change.',
  at: 'When it happened, ISO 8601 in UTC.',
  from: 'Start of the range: a date or time, included.',
  to: 'End of the range: a date or time.',
  date: 'Day, YYYY-MM-DD.',
  time: 'Time of day or point in time, ISO 8601.',
  month: 'Month, YYYY-MM.',
  hour: 'Hour of the day, 0 to 23.',
  year: 'Calendar year.',
  sent: 'Emails sent.',
  opened: 'Leads that opened an email.',
  clicked: 'Leads that clicked a link.',
  replied: 'Leads that replied.',
  bounced: 'Emails that bounced.',
  unsubscribed: 'Leads that unsubscribed.',
  used: 'How much of it is used.',
  included: 'How much of it the plan includes; null is no limit.',
  left: 'How much of it is left.',
  done: 'Whether it is done, or how many are.',
  size: 'Size, in bytes or rows.',
  url: 'Address, with https.',
  href: 'Address of the page in the app.',
  host: 'Host name of the server.',
  port: 'Port of the server.',
  role: 'Role in the workspace.',
  fix: 'What to do about it.',
  html: 'Text as HTML.',
  note: 'Note of a person.',
  tone: 'How urgent it is.',
  axis: 'Whether days are counted by when it happened or by when the email was sent.',
  ip: 'IP address.',
  city: 'City of the lead or registrant.',
  bcc: 'Address that gets a blind copy.',
  cc: 'Addresses that get a copy.',
  spam: 'How many landed in spam.',
  tab: 'How many landed in a tab such as Promotions.',
  inbox: 'How many landed in the inbox.',
  step: 'Number of the step, from 1.',
  unit: 'Unit of the number.',
  page: 'Number of the page.',
  rate: 'Share, in percent.',
  by: 'Who did it, or what it is grouped by.',
  mark: 'What is marked.',
  reason: 'Why, in one sentence.',
  via: 'Whether a browser, an API key or the product did it.',
  uri: 'Address that an authenticator app reads.',
  low: 'Lower end of the range.',
  high: 'Upper end of the range.',
  end: 'Where it ends, in characters from the beginning.',
  start: 'Where it begins, in characters from the beginning.',
  do: 'What is done.',
  job: 'What is looked up.',
  hue: 'Colour, as an angle of the colour wheel.',
  cap: 'Most of it in a day.',
  age: 'How old it is, in days.',
  of: 'How many there are in all.',
};

const listOf = (name: string): string => `List: ${words(name)}.`;

/** What a name says by its form. */
function byForm(name: string, type: string): string {
  const plain = words(name);
  const rest = (pattern: RegExp) => words(name.replace(pattern, ''));
  if (/(^|_)(ids|Ids)$|Ids$/.test(name)) return `Ids of the ${rest(/_?ids$|Ids$/)}s.`;
  if (/(^|_)id$|[a-z]Id$/.test(name)) return `Id of the ${rest(/_?id$|Id$/)}.`;
  if (/_cents$/.test(name)) return `${sentence(rest(/_cents$/))}, in cents.`;
  if (/(_at|_time|_date|Time|Date)$/.test(name) && type !== 'number' && type !== 'integer')
    return `When: ${rest(/_at$/)}. ISO 8601, UTC unless a zone is given.`;
  if (/(_rate|percentage|percent|_score)$/.test(name)) return `${sentence(plain)}, 0 to 100.`;
  if (/(_seconds|_minutes|_hours|_days)$/.test(name)) return `${sentence(plain)}.`;
  if (/(_count|Count|_used|_left)$/.test(name)) return `How many: ${rest(/_?count$|Count$/)}.`;
  if (/_(url|link)$/.test(name)) return `Address: ${rest(/_(url|link)$/)}.`;
  if (/^(is|has|can|may|needs|shows|sends)(_|[A-Z])/.test(name)) return `Whether it ${isText(name)}.`;
  if (type === 'boolean') return `Whether: ${plain}.`;
  if (type === 'array') return listOf(name);
  if (type === 'object') return `${sentence(plain)}, with its fields.`;
  return `${sentence(plain)}.`;
}

const isText = (name: string): string => words(name).replace(/^is /, 'is ').replace(/^has /, 'has ');
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Examples by name, where a rule of the contract asks for something that its schema does not show. */
const exampleValues: Record<string, unknown> = {
  variant_label: 'A',
  password: 'correct horse battery',
  bcc: 'archive@company.com',
  different_reply_to_address: 'replies@company.com',
  from: '2026-01-05T09:00:00.000Z',
  to: '2026-01-12T09:00:00.000Z',
  replyTimeBetween: ['2026-01-05T09:00:00.000Z', '2026-01-12T09:00:00.000Z'],
  providers: ['GMAIL'],
  lead_statuses: ['STARTED'],
  email_statuses: ['is_opened'],
  verification: ['VALID'],
};
/** The same for a field of a list's items, by both names. */
const exampleItems: Record<string, unknown> = { 'domains.name': 'company.com' };

/** Examples by name, for texts that a pattern or a rule asks for. */
const exampleTexts: [RegExp, string][] = [
  [/^api_key$/, 'YOUR_API_KEY'],
  [/email|^from$|^to$|username|user_name/i, 'ada@company.com'],
  [/(_url|Url|link|website|linkedin_profile)$/i, 'https://company.com/page'],
  [/(^|_)(domain|host)/i, 'company.com'],
  [/time_?zone|^tz$/i, 'America/New_York'],
  [/hour|_time_of_day$/i, '09:00'],
  [/(_at|_time|Time|_after|_gt|_from|_to|_until)$/, '2026-01-05T09:00:00.000Z'],
  [/date|^day$|month/i, '2026-01-05'],
  [/uuid|token|key|cursor/i, '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10'],
  [/color/i, '#336699'],
  [/phone/i, '+1 315 555 0142'],
  [/first_name/, 'Ada'],
  [/last_name/, 'Lovelace'],
  [/company/, 'Analytical Engines'],
  [/country/, 'US'],
  [/subject/, 'Quick question, {{first_name}}'],
  [/body|html|text|message|signature|note/i, '<p>Hi {{first_name}}</p>'],
  [/name|label|title/i, 'Q1 outreach'],
  [/ids?$|Ids?$/, '1'],
];

const typeOf = (schema: Json): string => {
  const type = schema['type'];
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return (type as string[]).find((each) => each !== 'null') ?? 'null';
  const option = optionsOf(schema)?.find((each) => typeOf(each) !== 'null');
  if (option) return typeOf(option);
  return 'const' in schema ? typeof schema['const'] : schema['enum'] ? 'string' : 'any';
};
const optionsOf = (schema: Json): Json[] | undefined => (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;

/** A value that the schema describes. Optional fields are part of it, so that each is seen once. */
export function exampleOf(schema: Json, name = '', depth = 0): unknown {
  if ('example' in schema) return schema['example'];
  const type = typeOf(schema);
  const given = exampleValues[name];
  if (given !== undefined && (type === 'any' || type === (Array.isArray(given) ? 'array' : typeof given))) return given;
  if ('default' in schema && typeof schema['default'] !== 'object') return schema['default'];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const options = optionsOf(schema);
  if (options) return exampleOf(options.find((each) => typeOf(each) !== 'null') ?? options[0] ?? {}, name, depth);
  const minimum = (schema['minimum'] as number | undefined) ?? 1;
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(minimum, Math.min(1, (schema['maximum'] as number | undefined) ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return depth > 6 ? [] : [exampleItem(schema, name, depth)];
    case 'object':
      return exampleObject(schema, depth);
    case 'null':
      return null;
    default:
      return exampleText(schema, name);
  }
}

function exampleItem(schema: Json, name: string, depth: number): unknown {
  const item = exampleOf((schema['items'] as Json | undefined) ?? {}, name.replace(/s$/, ''), depth + 1);
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => [field, exampleItems[`${name}.${field}`] ?? value]),
  );
}

function exampleObject(schema: Json, depth: number): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  if (properties.length === 0) return depth === 0 ? {} : { key: 'value' };
  return Object.fromEntries(properties.map(([key, value]) => [key, exampleOf(value, key, depth + 1)]));
}

function exampleText(schema: Json, name: string): string {
  const format = schema['format'];
  if (format === 'uuid') return '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10';
  if (format === 'date-time') return '2026-01-05T09:00:00.000Z';
  if (format === 'uri') return 'https://company.com/page';
  const named = exampleTexts.find(([pattern]) => pattern.test(name))?.[1] ?? 'text';
  const pattern = schema['pattern'] as string | undefined;
  const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
  const found = [named, ...exampleTexts.map(([, text]) => text), '1', 'US', 'com', 'ABC', '123456'].find(fits) ?? named;
  const longest = schema['maxLength'] as number | undefined;
  return longest === undefined ? found : found.slice(0, longest);
}

/** The same schema with a description and an example at each field. */
export function documented(schema: Json): Json {
  const copy: Json = { ...schema };
  for (const key of ['items', 'additionalProperties'])
    if (copy[key] && typeof copy[key] === 'object') copy[key] = documented(copy[key] as Json);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    if (Array.isArray(copy[key])) copy[key] = (copy[key] as Json[]).map(documented);
  if (copy['properties'])
    copy['properties'] = Object.fromEntries(
      Object.entries(copy['properties'] as Record<string, Json>).map(([name, property]) => [
        name,
        documentedField(name, property),
      ]),
    );
  return copy;
}

/** @param name of the property or parameter */
export function documentedField(name: string, schema: Json): Json {
  const inner = documented(schema);
  const description = (schema['description'] as string | undefined) ?? described[name] ?? byForm(name, typeOf(schema));
  // What has fields shows its example at each of them.
  const hasFields = typeOf(inner) === 'object' && inner['properties'] !== undefined;
  return hasFields ? { ...inner, description } : { ...inner, description, example: exampleOf(inner, name) };
}

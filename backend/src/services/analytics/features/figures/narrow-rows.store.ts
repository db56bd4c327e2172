import { answerTargetSeconds, type InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import type { AnswerState, Narrowing, ProviderEnd } from '@skein/contracts/analytics/narrowing';
import { fixedCategories } from '@skein/contracts/constants';
import type { Conditions } from '#platform/db/conditions';
import type { Selection } from './selection';

/** Answers to the reply `v`: written here, or found in the mailbox when they were written elsewhere. */
export const answersOf = `
  select a.at, a.created_by
  from (
    select i.sent_at as at, i.created_by
    from intent i
    where i.workspace_id = $1
      and i.enrolment_id = v.enrolment_id
      and i.kind = 'REPLY'
      and i.state in ('SENT', 'IN_DOUBT')
      and i.sent_at > v.at
    union all
    select o.at, null::int
    from message o
    where o.workspace_id = $1
      and o.enrolment_id = v.enrolment_id
      and o.direction = 'out'
      and o.kind = 'outside'
      and o.at > v.at
  ) a
`;
const firstAnswer = (condition: string) =>
  `exists (select from (${answersOf} order by a.at limit 1) answer where ${condition})`;
const answerSeconds = 'extract(epoch from answer.at - v.at)';
const inTime = firstAnswer(`${answerSeconds} <= ${answerTargetSeconds}`);
const answeredLate = firstAnswer(`${answerSeconds} > ${answerTargetSeconds}`);
const unanswered = `not exists (${answersOf})`;
const ofEnrolment = (condition: string) =>
  `exists (select from enrolment n where n.workspace_id = $1 and n.id = v.enrolment_id and ${condition})`;
const ofMailbox = (condition: string) =>
  `exists (select from mailbox n where n.workspace_id = $1 and n.id = v.mailbox_id and ${condition})`;
const ofCampaign = (condition: string) =>
  `exists (select from campaign n where n.workspace_id = $1 and n.id = v.campaign_id and ${condition})`;

const types: Partial<Record<string, string>> = { Google: 'GMAIL', 'Microsoft 365': 'OUTLOOK', Zoho: 'ZOHO' };

/** Whether a column holds a provider that goes by this name. */
export function providerCondition(column: string, name: string): { sql: string; values: unknown[] } {
  if (name === 'any') return { sql: 'true', values: [] };
  const type = types[name];
  return type
    ? { sql: `${column} = ?`, values: [type] }
    : { sql: `${column} <> all(?::text[])`, values: [Object.values(types)] };
}

/** Narrows rows (alias `v`, with a campaign or a mailbox) to one row of a table of figures. */
export function narrowToGroup(conditions: Conditions, by: InsightGrouping, key: string): void {
  const isNone = key === '';
  const id = /^\d{1,9}$/.test(key) ? Number(key) : 0;
  const named = (exists: string, ...values: unknown[]) => conditions.add(exists, ...values);
  switch (by) {
    case 'campaign':
      return void (isNone ? named(`not ${ofCampaign('true')}`) : named('v.campaign_id = ?', id));
    case 'client':
      return void (isNone
        ? named(`not ${ofCampaign('n.client_id is not null')}`)
        : named(ofCampaign('n.client_id = ?'), id));
    case 'mailbox_tag': {
      const tagged = 'exists (select from mailbox_tag k where k.workspace_id = $1 and k.mailbox_id = n.id';
      return void (isNone
        ? named(`not ${ofMailbox(`${tagged})`)}`)
        : named(ofMailbox(`${tagged} and k.tag_id = ?)`), id));
    }
    case 'mailbox':
      return void (isNone ? named(`not ${ofMailbox('true')}`) : named('v.mailbox_id = ?', id));
    case 'domain':
      return void (isNone
        ? named(`not ${ofMailbox('true')}`)
        : named(ofMailbox(`lower(substring(n.from_email from '[^@]*$')) = ?`), key));
    case 'provider': {
      if (isNone) return void named(`not ${ofMailbox('true')}`);
      const { sql, values } = providerCondition('n.type', key);
      return void named(ofMailbox(sql), ...values);
    }
  }
}

function narrowToProviders(conditions: Conditions, from: ProviderEnd | undefined, to: ProviderEnd | undefined): void {
  if (from) {
    const { sql, values } = providerCondition('n.type', from);
    conditions.add(ofMailbox(sql), ...values);
  }
  if (to) {
    const { sql, values } = providerCondition('n.provider', to);
    conditions.add(ofEnrolment(sql), ...values);
  }
}

function narrowToSentiment(conditions: Conditions, sentiment: Exclude<Narrowing['sentiment'], undefined>): void {
  const fixed = fixedCategories.map(({ id }) => id);
  const own = 'select c.id from lead_category c where c.workspace_id = $1 and c.sentiment';
  if (sentiment === 'none') {
    const told = `n.category_id = any(?::int[]) or n.category_id in (${own} in ('positive', 'neutral', 'negative'))`;
    conditions.add(`not ${ofEnrolment(`(${told})`)}`, fixed);
    return;
  }
  const ofThis = fixedCategories.filter((category) => category.sentiment === sentiment).map(({ id }) => id);
  const told = `n.category_id = any(?::int[]) or n.category_id <> all(?::int[]) and n.category_id in (${own} = ?)`;
  conditions.add(ofEnrolment(`(${told})`), ofThis, fixed, sentiment);
}

function narrowToAnswer(conditions: Conditions, state: AnswerState, now: number): void {
  const instant = new Date(now - answerTargetSeconds * 1000).toISOString();
  const openLate = `${unanswered} and v.at < ?::timestamptz and ${ofEnrolment('not n.is_archived')}`;
  switch (state) {
    case 'answered':
      return void conditions.add(`exists (${answersOf})`);
    case 'unanswered':
      return void conditions.add(unanswered);
    case 'in_time':
      return void conditions.add(inTime);
    case 'answered_late':
      return void conditions.add(answeredLate);
    case 'open_late':
      return void conditions.add(openLate, instant);
    case 'late':
      return void conditions.add(`${answeredLate} or ${openLate}`, instant);
    case 'due':
      return void conditions.add(`${inTime} or ${answeredLate} or ${openLate}`, instant);
  }
}

function narrowToAnswerer(conditions: Conditions, by: Narrowing): void {
  if (by.answer_from !== undefined) conditions.add(firstAnswer(`${answerSeconds} >= ?`), by.answer_from);
  if (by.answer_to !== undefined) conditions.add(firstAnswer(`${answerSeconds} < ?`), by.answer_to);
  if (by.answered_by === 'mailbox') conditions.add(firstAnswer('answer.created_by is null'));
  else if (by.answered_by !== undefined) conditions.add(firstAnswer('answer.created_by = ?'), by.answered_by);
  if (by.assigned_to === 'none') conditions.add(ofEnrolment('n.assigned_user_id is null'));
  else if (by.assigned_to !== undefined) conditions.add(ofEnrolment('n.assigned_user_id = ?'), by.assigned_to);
}

function narrowToTime(conditions: Conditions, by: Narrowing, zone: string): void {
  if (by.took_from !== undefined) conditions.add('extract(epoch from v.at - v.sent_at) >= ?', by.took_from);
  if (by.took_to !== undefined) conditions.add('extract(epoch from v.at - v.sent_at) < ?', by.took_to);
  if (by.weekday !== undefined) conditions.add('extract(isodow from v.at at time zone ?) = ?::int', zone, by.weekday);
  if (by.hour !== undefined)
    conditions.add('floor(extract(hour from v.at at time zone ?) / 2) = ?::int / 2', zone, by.hour);
}

/** Narrows events (alias `v`) to exactly those that one figure of a page counts. The measure's own condition comes on top. */
export function narrowConditions(conditions: Conditions, { narrow, range }: Selection): void {
  if (!narrow) return;
  const { by, now } = narrow;
  if (by.group_by) narrowToGroup(conditions, by.group_by, by.group_key ?? '');
  narrowToProviders(conditions, by.from_provider, by.to_provider);
  if (by.category === 'none') conditions.add(`not ${ofEnrolment('n.category_id is not null')}`);
  else if (by.category !== undefined) conditions.add(ofEnrolment('n.category_id = ?'), by.category);
  if (by.sentiment) narrowToSentiment(conditions, by.sentiment);
  const ofStep = 'select from sequence_step n where n.workspace_id = $1 and n.id = v.step_id';
  if (by.step === 'none') conditions.add(`not exists (${ofStep})`);
  else if (by.step !== undefined) conditions.add(`exists (${ofStep} and n.seq_number = ?)`, by.step);
  if (by.answer) narrowToAnswer(conditions, by.answer, now);
  narrowToAnswerer(conditions, by);
  narrowToTime(conditions, by, range.time_zone);
}

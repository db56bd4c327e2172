import type { Measure } from '@skein/contracts/analytics/measures';
import { fixedCategories } from '@skein/contracts/constants';

const fixedPositive = fixedCategories
  .filter((category) => category.sentiment === 'positive')
  .map((category) => category.id);
const meetingRequest = fixedCategories.find((category) => category.name === 'Meeting Request')?.id ?? 2;

/** A first reply bears the category that its lead has today (copy_lead_category.sql). */
const isPositive = `
  (
    v.category_id in (${fixedPositive.join(', ')})
      or v.category_id in (select id from lead_category where workspace_id = $1 and sentiment = 'positive')
  )
`;
const isMeeting = `v.category_id = ${meetingRequest}`;
/** No earlier happening of the same lead in the campaign. */
const isEarliest = (kinds: string) =>
  `
    not exists (
      select
      from event o
      where o.workspace_id = $1
        and o.enrolment_id = v.enrolment_id
        and o.kind in (${kinds})
        and (o.at, o.id) < (v.at, v.id)
    )
  `;
/** No earlier happening of the same e-mail caused by a person. */
const isEarliestOfEmail = `
  not exists (
    select
    from event o
    where o.workspace_id = $1
      and o.enrolment_id = v.enrolment_id
      and o.intent_id = v.intent_id
      and o.kind = v.kind
      and not o.is_machine
      and (o.at, o.id) < (v.at, v.id)
  )
`;

/**
 * THE definition of every figure: the condition on an event row (alias `v`, workspace in `$1`) that makes it count. Totals, days,
 * tables, lists of rows and exports are all made from it, which is why they agree.
 * @param perStep counts opened and clicked once an e-mail instead of once a lead: for tables of steps and variants
 */
export function measureCondition(
  measure: Measure,
  options: { includeOutOfOffice: boolean; perStep?: boolean },
): string {
  switch (measure) {
    case 'sent':
      return `v.kind = 'SENT'`;
    case 'contacted':
      return `v.kind = 'SENT' AND v.is_first`;
    case 'opened':
      return `v.kind = 'OPEN' AND NOT v.is_machine AND ${options.perStep ? isEarliestOfEmail : 'v.is_first'}`;
    case 'clicked':
      return `v.kind = 'CLICK' AND NOT v.is_machine AND ${options.perStep ? isEarliestOfEmail : 'v.is_first'}`;
    case 'replied':
      return options.includeOutOfOffice
        ? `v.kind IN ('REPLY', 'AUTO_REPLY') AND ${isEarliest(`'REPLY', 'AUTO_REPLY'`)}`
        : `v.kind = 'REPLY' AND v.is_first`;
    case 'positive':
      return `v.kind = 'REPLY' AND v.is_first AND ${isPositive}`;
    case 'meetings':
      return `v.kind = 'REPLY' AND v.is_first AND ${isMeeting}`;
    case 'bounced':
      return `v.kind = 'BOUNCE'`;
    case 'sender_bounced':
      return `v.kind = 'SENDER_BOUNCE'`;
    case 'unsubscribed':
      return `v.kind = 'UNSUBSCRIBE' AND v.is_first`;
  }
}

/**
 * What the product counts, once: the names, the units and the words shown on hover (docs/domain.md, Metrics). Screens, exports and
 * the API read the same list, and a test holds each figure against the rows it opens to.
 */

export const measures = [
  'sent',
  'contacted',
  'opened',
  'clicked',
  'replied',
  'positive',
  'meetings',
  'bounced',
  'sender_bounced',
  'unsubscribed',
] as const;
export type Measure = (typeof measures)[number];

/** Which time decides the day: when it happened, or when the e-mail concerned was sent. */
export const timeAxes = ['event', 'sent'] as const;
export type TimeAxis = (typeof timeAxes)[number];

export interface MeasureDefinition {
  label: string;
  /** Shown on hover and focus. */
  definition: string;
  /** What one row behind the figure is. */
  unit: 'lead' | 'email';
  /** What its rate is of: the count that it is divided by; null for what has none. */
  of: 'contacted' | 'sent' | null;
}

export const measureDefinitions: Record<Measure, MeasureDefinition> = {
  sent: {
    label: 'Sent',
    definition: 'Emails that the recipient’s or the mailbox’s server accepted, follow-ups included.',
    unit: 'email',
    of: null,
  },
  contacted: {
    label: 'Contacted',
    definition: 'Leads that were sent at least one accepted email, each counted on the day of the first.',
    unit: 'lead',
    of: null,
  },
  opened: {
    label: 'Opened',
    definition:
      'Leads that opened at least one email, of contacted leads. Opens by mail proxies and scanners are left out.',
    unit: 'lead',
    of: 'contacted',
  },
  clicked: {
    label: 'Clicked',
    definition: 'Leads that clicked at least one link, of contacted leads. Clicks by scanners are left out.',
    unit: 'lead',
    of: 'contacted',
  },
  replied: {
    label: 'Replied',
    definition:
      'Leads that answered at least once, of contacted leads. Out-of-office and other automatic answers are left out unless you count them.',
    unit: 'lead',
    of: 'contacted',
  },
  positive: {
    label: 'Positive',
    definition: 'Leads that answered and are in a category of positive sentiment now, of contacted leads.',
    unit: 'lead',
    of: 'contacted',
  },
  meetings: {
    label: 'Meeting request',
    definition: 'Leads that answered and are in the category Meeting Request now, of contacted leads.',
    unit: 'lead',
    of: 'contacted',
  },
  bounced: {
    label: 'Bounced',
    definition: 'Emails that could not be delivered because of the recipient’s address, of sent emails.',
    unit: 'email',
    of: 'sent',
  },
  sender_bounced: {
    label: 'Sender bounced',
    definition:
      'Emails that were refused because of the sender, its reputation or its content, of sent emails. Not part of Bounced.',
    unit: 'email',
    of: 'sent',
  },
  unsubscribed: {
    label: 'Unsubscribed',
    definition: 'Leads that asked not to be emailed again, of contacted leads.',
    unit: 'lead',
    of: 'contacted',
  },
};

/** The denominator of a measure's rate: what it is `of`. 0 for what has no rate. */
export function dividedBy(measure: Measure, counts: { readonly contacted: number; readonly sent: number }): number {
  const { of } = measureDefinitions[measure];
  return of === null ? 0 : counts[of];
}

/** With out-of-office answers counted. */
export const repliedWithOutOfOffice =
  'Leads that answered at least once, out-of-office and other automatic answers included, of contacted leads.';

/** Why a rate can be above 100 % in a range that begins in the middle of a campaign. */
export const rateNote =
  'Each lead is counted once, on the day of its first. Rates compare with the leads first contacted in the same range.';

/** A share in percent with one decimal; null when there is nothing to compare with. */
export const rateOf = (count: number, of: number): number | null =>
  of === 0 ? null : Math.round((count / of) * 1000) / 10;

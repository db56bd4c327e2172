/** The kind of the row in which a day stands as a whole. */
export const dayKind = 'ALL';

/** Which count of which kinds each column of such a row sums: leads by their first (`first_count`), emails by every event. */
const sums = {
  sent: { of: 'count', kinds: ['SENT'] },
  contacted: { of: 'first_count', kinds: ['SENT'] },
  opened: { of: 'first_count', kinds: ['OPEN'] },
  clicked: { of: 'first_count', kinds: ['CLICK'] },
  replied: { of: 'first_count', kinds: ['REPLY'] },
  bounced: { of: 'count', kinds: ['BOUNCE'] },
  sender_bounced: { of: 'count', kinds: ['SENDER_BOUNCE'] },
  unsubscribed: { of: 'first_count', kinds: ['UNSUBSCRIBE'] },
  opens: { of: 'count', kinds: ['OPEN'] },
  clicks: { of: 'count', kinds: ['CLICK'] },
  replies: { of: 'count', kinds: ['REPLY'] },
  automatic_replies: { of: 'count', kinds: ['AUTO_REPLY', 'MACHINE_AUTO_REPLY'] },
  machine_opens: { of: 'count', kinds: ['MACHINE_OPEN'] },
  machine_clicks: { of: 'count', kinds: ['MACHINE_CLICK'] },
} as const satisfies Record<string, { of: 'count' | 'first_count'; kinds: readonly string[] }>;

export type SummedName = keyof typeof sums;
export const summedNames = Object.keys(sums) as SummedName[];

/**
 * Columns that sum rows of single kinds to what a day comes to, each under its name.
 * @param rows the name of a row source with kind, count and first_count
 */
export const sumsOfKinds = (rows: string, names: readonly SummedName[] = summedNames): string =>
  names
    .map((name) => {
      const { of, kinds } = sums[name];
      const listed = kinds.map((kind) => `'${kind}'`).join(', ');
      return `coalesce(sum(${rows}.${of}) filter (where ${rows}.kind in (${listed})), 0)::int as ${name}`;
    })
    .join(', ');

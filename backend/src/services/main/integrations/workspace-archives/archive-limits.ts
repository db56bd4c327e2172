import { limitOf, unlocksLimit, type LimitedPlan } from '@skein/contracts/plan-limits';

/** What of an archive a plan limits. */
export interface ArchiveCounts {
  leads: number;
  senders: number;
  sequences: number;
}

/** One more row of an archive, where a plan counts it: what is deleted or archived takes no place. */
export function countRow(counts: ArchiveCounts, table: string, row: Record<string, unknown>): void {
  if (table === 'lead') counts.leads += 1;
  if (table === 'mailbox' && (row['deleted_at'] ?? null) === null) counts.senders += 1;
  if (table === 'campaign' && row['status'] !== 'ARCHIVED') counts.sequences += 1;
}

const words = { leads: 'leads', senders: 'sender accounts', sequences: 'sequences' } as const;

/** Why an archive does not fit a plan, with what makes room; null where it fits. */
export function beyondPlan(plan: LimitedPlan, counts: ArchiveCounts): string | null {
  for (const kind of ['senders', 'sequences', 'leads'] as const) {
    const limit = limitOf(plan, kind);
    if (limit !== null && counts[kind] > limit)
      return `This archive has ${counts[kind].toLocaleString('en-US')} ${words[kind]}. ${unlocksLimit(plan.plan_type, kind, limit)}`;
  }
  return null;
}

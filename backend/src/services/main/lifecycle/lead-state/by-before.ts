import type { LeadBefore } from './restore-lead.store';

/** Leads that were the same until now, in the order of their ids: that is kept with their end, and undoing it gives it back. */
export function byBefore(rows: readonly { id: number; before: LeadBefore }[]): { of: number[]; before: LeadBefore }[] {
  const groups = new Map<string, { of: number[]; before: LeadBefore }>();
  for (const { id, before } of rows) {
    const key = JSON.stringify(before);
    const group = groups.get(key);
    if (group) group.of.push(id);
    else groups.set(key, { of: [id], before });
  }
  return [...groups.values()];
}

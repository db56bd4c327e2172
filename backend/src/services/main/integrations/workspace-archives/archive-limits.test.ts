import type { LimitedPlan } from '@skein/contracts/plan-limits';
import { beyondPlan, countRow, type ArchiveCounts } from './archive-limits';

const plan = (over: Partial<LimitedPlan> = {}) =>
  ({
    plan_type: 'base',
    lead_limit: null,
    email_limit: null,
    sender_limit: null,
    sequence_limit: null,
    monitor_limit: null,
    ...over,
  }) as LimitedPlan;

test('counts what takes a place of the plan: no deleted mailbox, no archived campaign', () => {
  const counts: ArchiveCounts = { leads: 0, senders: 0, sequences: 0 };
  for (const [table, row] of [
    ['lead', {}],
    ['mailbox', { deleted_at: null }],
    ['mailbox', { deleted_at: '2026-01-05' }],
    ['campaign', { status: 'PAUSED' }],
    ['campaign', { status: 'ARCHIVED' }],
    ['tag', {}],
  ] as const)
    countRow(counts, table, row);
  expect(counts).toEqual({ leads: 1, senders: 1, sequences: 1 });
});

test('says which of an archive is more than the plan holds, and nothing where it fits', () => {
  const counts = { leads: 1_500, senders: 3, sequences: 2 };
  expect(beyondPlan(plan(), counts)).toBeNull();
  expect(beyondPlan(plan({ sender_limit: 2 }), counts)).toMatch(/^This archive has 3 sender accounts\. ./);
  expect(beyondPlan(plan({ sequence_limit: 1 }), counts)).toMatch(/^This archive has 2 sequences\. ./);
  expect(beyondPlan(plan({ lead_limit: 1_000 }), counts)).toMatch(/^This archive has 1,500 leads\. ./);
});

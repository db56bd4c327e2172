import type { BurnOutFacts } from '#engine/fleet/burn-out';
import type { FleetRow } from './fleet.store';

/** What the ranking is made from. */
export const burnOutFacts = (row: FleetRow): BurnOutFacts => ({
  sent: row.sent,
  failed: row.failed,
  bounced: row.bounced,
  refused: row.refused,
  complained: row.complained,
  replied: row.replied,
  sentBefore: row.sent_before,
  repliedBefore: row.replied_before,
  placed: row.placed,
  spam: row.spam,
  failedRecords: (['spf', 'dkim', 'dmarc'] as const)
    .filter((name) => row[name] === 'fail')
    .map((name) => name.toUpperCase()),
});

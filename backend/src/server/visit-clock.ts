import type { CampaignClock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { demoStore } from '#sandbox/demo/demo.store';
import type { SandboxMail } from '#sandbox/sandbox-mail';

/**
 * The clock by which opens, clicks and unsubscribes are noted: campaign time, and for emails of a past that is being
 * made the time of that past.
 * @returns milliseconds of campaign time, asked with the email's intent
 */
export function visitClock(db: Database, clock: Pick<CampaignClock, 'now'>, mail: Pick<SandboxMail, 'past'> | null) {
  return async (intentId: bigint): Promise<number> => {
    const past = mail?.past();
    if (past && (await demoStore(db).isEmailOf(past.workspaceId, intentId))) return past.clock.now();
    return clock.now();
  };
}

import type { Clock } from '#platform/clock/clock';
import { createRandomToken } from '#platform/crypto/random-token';
import type { RequestActor } from '#platform/http/request-actor';

const LIFE_MILLISECONDS = 30_000;
const MOST_TICKETS = 10_000;

/**
 * Tickets for EventSource, which cannot send an Authorization header: random, for one connection, 30 seconds. They live
 * in this process only: behind several processes without sticky connections the header form has to be used.
 */
export function createLiveTickets(clock: Clock) {
  const open = new Map<string, { actor: RequestActor; until: number }>();
  return {
    issue(actor: RequestActor): { ticket: string; expires_at: Date } {
      const now = clock.now();
      for (const [ticket, { until }] of open) if (until <= now || open.size >= MOST_TICKETS) open.delete(ticket);
      const ticket = createRandomToken();
      open.set(ticket, { actor, until: now + LIFE_MILLISECONDS });
      return { ticket, expires_at: new Date(now + LIFE_MILLISECONDS) };
    },
    redeem(ticket: string): RequestActor | null {
      const found = open.get(ticket);
      open.delete(ticket);
      return found && found.until > clock.now() ? found.actor : null;
    },
  };
}

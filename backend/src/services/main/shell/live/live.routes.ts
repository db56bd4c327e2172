import { liveContract } from '@skein/contracts/main/live.contract';
import type { ConnectionFacts } from '#platform/http/client-address';
import { routes } from '#platform/http/routes';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { createLiveTickets } from './live-tickets';
import { streamEvents } from './stream-events';

export function liveRoutes(deps: MainDeps) {
  const tickets = createLiveTickets(deps.realClock);
  return routes(liveContract)(deps, {
    ticket: async (_, request) => tickets.issue(request.actor),
    events: async (_, request) => {
      const { ticket } = request.query;
      const actor = ticket === undefined ? await deps.authenticate(request.raw.req.raw) : tickets.redeem(ticket);
      if (!actor || actor.via !== 'session') throw new SkeinError('UNAUTHENTICATED');
      (request.raw.env as ConnectionFacts | undefined)?.noteStream?.();
      return streamEvents(deps, actor, request.raw.req.raw.signal);
    },
  });
}

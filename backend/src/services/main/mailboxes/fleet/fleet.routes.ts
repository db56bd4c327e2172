import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { mailboxDeps } from '../connections/mailboxes.deps';
import { getFleet, restMailboxes } from './fleet';

/** The fleet over HTTP. */
export function fleetRoutes(deps: MainDeps) {
  const own = mailboxDeps(deps);
  return routes(fleetContract)(deps, {
    getFleet: (_, { actor }) => getFleet({ db: deps.db, now: own.now }, actor),
    restMailboxes: (_, { actor, body }) => restMailboxes(own, actor, body.mailbox_ids, body.days),
  });
}

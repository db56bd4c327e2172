import { presenceContract } from '@skein/contracts/main/presence.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { colleagueDraft, tellPresence } from './tell-presence';

export const presenceRoutes = (deps: MainDeps) =>
  routes(presenceContract)(deps, {
    tellPresence: (d, { actor, params, body }) => tellPresence(d, actor, params.enrolmentId, body.doing),
    colleagueDraft: (d, { actor, params }) => colleagueDraft(d, actor, params.enrolmentId, params.colleagueId),
  });

import { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { routes } from '#platform/http/routes';
import type { SmartDeliveryDeps } from './deps';
import * as drafts from './placement-drafts';

export const placementDraftsRoutes = (deps: SmartDeliveryDeps) =>
  routes(placementDraftsContract)(deps, {
    addDraft: (_, { actor, body }) => drafts.addDraft(deps, actor, body),
    draft: (_, { actor, params }) => drafts.readDraft(deps, actor, params.placementDraftId),
    saveDraft: (_, { actor, params, body }) => drafts.saveDraft(deps, actor, params.placementDraftId, body),
  });

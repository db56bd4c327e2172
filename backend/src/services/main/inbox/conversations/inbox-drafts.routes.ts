import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { getDraft, putDraft, removeDraft } from './drafts';

export const inboxDraftsRoutes = (deps: MainDeps) =>
  routes(inboxDraftsContract)(deps, {
    getDraft: (d, { actor, params }) => getDraft(d, actor, params.enrolmentId),
    putDraft: (d, { actor, params, body }) => putDraft(d, actor, params.enrolmentId, body),
    removeDraft: (d, { actor, params }) => removeDraft(d, actor, params.enrolmentId),
  });

import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createSubsequence, getRule, listPushes, listSubsequences, saveRule } from './subsequences';
import { pushLeads, undoPushes } from './push-leads';

export const subsequencesRoutes = (deps: MainDeps) =>
  routes(subsequencesContract)(deps, {
    listSubsequences: (d, { actor, params }) => listSubsequences(d, actor, params.campaignId),
    createSubsequence: (d, { actor, params, body }) => createSubsequence(d, actor, params.campaignId, body),
    getRule: (d, { actor, params }) => getRule(d, actor, params.subsequenceId),
    saveRule: (d, { actor, params, body }) => saveRule(d, actor, params.subsequenceId, body),
    listPushes: (d, { actor, params, query }) => listPushes(d, actor, params.subsequenceId, query),
    pushLeads: (d, { actor, params, body }) =>
      pushLeads(d, actor, { subsequenceId: params.subsequenceId, selection: body.selection, options: body }),
    undoPushes: (d, { actor, params, body }) =>
      undoPushes(d, actor, { subsequenceId: params.subsequenceId, enrolmentIds: body.enrolment_ids }),
  });

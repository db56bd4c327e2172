import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import { routes } from '#platform/http/routes';
import type { UntrackedRepliesDeps } from './deps';
import { countUntracked, listRules, removeRule } from './untracked-rules';

export const untrackedRulesRoutes = (deps: UntrackedRepliesDeps) =>
  routes(untrackedRulesContract)(deps, {
    countUntracked: (d, { actor, query }) => countUntracked(d, actor, query.user_id),
    listUntrackedRules: (d, { actor, query }) => listRules(d, actor, query),
    removeUntrackedRule: (d, { actor, params }) => removeRule(d, actor, params.ruleId),
  });

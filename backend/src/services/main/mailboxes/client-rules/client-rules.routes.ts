import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { addClientRule, deleteClientRule, listClientRules, previewClientRule } from './client-rules';

export const clientRulesRoutes = (deps: MainDeps) =>
  routes(mailboxClientRulesContract)(deps, {
    listClientRules: (d, { actor }) => listClientRules(d, actor),
    addClientRule: (d, { actor, body }) => addClientRule(d, actor, body),
    previewClientRule: (d, { actor, body }) => previewClientRule(d, actor, body),
    deleteClientRule: (d, { actor, params }) => deleteClientRule(d, actor, params.clientRuleId),
  });

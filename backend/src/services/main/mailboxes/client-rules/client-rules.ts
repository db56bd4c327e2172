import type { ClientId } from '@skein/contracts/ids';
import { mostClientRules, type ClientRuleCondition } from '@skein/contracts/main/mailbox-client-rules.contract';
import { isUniqueViolation } from '#platform/db/unique-violation';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { requireTags } from '#labels/labels.api';
import { countMatching, countRules, findRules, insertRule, removeRule, type ClientRuleRow } from './client-rules.store';

type RuleDeps = Pick<MainDeps, 'db' | 'realClock' | 'live'>;
interface Rule {
  condition: ClientRuleCondition;
  client_id: ClientId;
}

export const listClientRules = async (deps: Pick<MainDeps, 'db'>, who: Who) => ({
  rules: await deps.db.tenantSql(who.workspaceId, (sql) => findRules(who.workspaceId, sql)),
});

/** @throws SkeinError VALIDATION for a domain or tag that has a rule, or a client that is not theirs */
export async function addClientRule(deps: RuleDeps, who: Who, rule: Rule): Promise<ClientRuleRow> {
  try {
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      await checkRule(sql, who, rule);
      if ((await countRules(who.workspaceId, sql)) >= mostClientRules)
        throw invalidField('condition', `cannot be added: ${mostClientRules} rules are kept at most`);
      const id = await insertRule(who.workspaceId, sql, {
        condition: rule.condition,
        clientId: rule.client_id,
        userId: who.userId,
        at: new Date(deps.realClock.now()),
      });
      await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
      return (await findRules(who.workspaceId, sql, id))[0] as ClientRuleRow;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('condition', 'has a rule already; delete that one first');
    throw error;
  }
}

/** Which connected mailboxes a rule would have met. */
export const previewClientRule = (deps: Pick<MainDeps, 'db'>, who: Who, rule: Rule) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await checkRule(sql, who, rule);
    return countMatching(who.workspaceId, sql, { condition: rule.condition, clientId: rule.client_id });
  });

/** @throws SkeinError NOT_FOUND */
export const deleteClientRule = (deps: RuleDeps, who: Who, ruleId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await removeRule(who.workspaceId, sql, ruleId))) throw notFound('This rule');
    await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
    return { done: true as const };
  });

async function checkRule(sql: SqlClient, who: Who, rule: Rule): Promise<void> {
  await checkClient(who.workspaceId, sql, rule.client_id, scopeOf(who).memberId);
  if (rule.condition.tag_id) await requireTags(sql, who, [rule.condition.tag_id], 'condition.tag_id');
}

import { useState } from 'react';
import { addClientRuleBody, type ClientRuleView } from '@skein/contracts/main/mailbox-client-rules.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { useListMailboxTagsQuery, useMailboxClientsQuery } from '../api';
import { changesAddress } from '../change/change-labels';
import {
  useAddClientRuleMutation,
  useAssignMatchingMutation,
  useDeleteClientRuleMutation,
  useListClientRulesQuery,
  usePreviewClientRuleQuery,
} from './api';

export interface RuleForm {
  by: 'domain' | 'tag';
  domain: string;
  tagId: string | null;
  clientId: string | null;
  /** Whether mailboxes that exist already are assigned too. */
  isForExisting: boolean;
}
export const emptyRule: RuleForm = { by: 'domain', domain: '', tagId: null, clientId: null, isForExisting: true };

/** The rule of a form, or null while it is incomplete or wrong. */
export function ruleOf(form: RuleForm) {
  const condition =
    form.by === 'domain' ? { domain: form.domain.replace(/^@/, '') } : { tag_id: Number(form.tagId ?? 0) };
  const parsed = addClientRuleBody.safeParse({ condition, client_id: Number(form.clientId ?? 0) });
  return parsed.success ? parsed.data : null;
}

/** The rules of the workspace, and what they are made of. */
export function useClientRules() {
  const { data, error, isFetching, refetch } = useListClientRulesQuery({});
  const [remove] = useDeleteClientRuleMutation();
  return {
    rules: data?.rules ?? [],
    isLoading: isFetching && !data,
    problem: error
      ? { message: error.message ?? 'The rules could not be loaded.', onRetry: () => void refetch() }
      : null,
    remove: (rule: ClientRuleView) =>
      void remove({ params: { clientRuleId: rule.id } })
        .unwrap()
        .then(
          () => toasts.show({ title: 'Rule deleted', text: 'Mailboxes keep their clients.' }),
          (trouble: unknown) => showProblem('The rule was not deleted', trouble),
        ),
  };
}

/** The form of a new rule with its preview. */
export function useRuleForm() {
  const [form, setForm] = useState(emptyRule);
  const [problem, setProblem] = useState<string | null>(null);
  const { data: clients } = useMailboxClientsQuery({ query: {} });
  const { data: tags } = useListMailboxTagsQuery();
  const rule = ruleOf(form);
  const { currentData: preview, isFetching } = usePreviewClientRuleQuery(
    { body: rule as NonNullable<typeof rule> },
    { skip: rule === null },
  );
  const [add, { isLoading: isAdding }] = useAddClientRuleMutation();
  const [assign] = useAssignMatchingMutation();
  const save = async () => {
    if (!rule) return;
    setProblem(null);
    try {
      await add({ body: rule }).unwrap();
      const existing = form.isForExisting ? (preview?.without_client ?? 0) : 0;
      if (existing > 0) {
        const { condition } = rule;
        await assign({
          body: {
            selection: {
              filter: {
                no_client: 'true',
                ...(condition.domain ? { domain: condition.domain } : { tag_ids: [condition.tag_id as number] }),
              },
              except_ids: [],
            },
            change: { client_id: rule.client_id },
          },
        }).unwrap();
      }
      setForm(emptyRule);
      toasts.show({
        title: 'Rule added',
        ...(existing > 0
          ? {
              text: `${counted(existing, 'mailbox', 'mailboxes')} without a client ${existing === 1 ? 'is' : 'are'} being assigned.`,
              action: { label: 'Recent changes', run: () => navigateTo(changesAddress) },
            }
          : {}),
      });
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return {
    form,
    change: (change: Partial<RuleForm>) => {
      setProblem(null);
      setForm({ ...form, ...change });
    },
    rule,
    preview: rule ? preview : undefined,
    isCounting: rule !== null && isFetching,
    clients: clients?.clients ?? [],
    tags: tags?.tags ?? [],
    hasLoaded: clients !== undefined,
    save,
    isAdding,
    problem,
  };
}

import type { ClientRuleView } from '@skein/contracts/main/mailbox-client-rules.contract';
import { usePage } from '@skein/mfe/page';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { useClientRules } from './client-rules.hooks';
import { RuleCard } from './rule-card';

const filterOf = (rule: ClientRuleView): string =>
  `/app/email-accounts?${rule.domain ? `domain=${encodeURIComponent(rule.domain)}` : `tags=${rule.tag?.id ?? ''}`}&client=${rule.client.id}`;

const columns: DataTableColumn<ClientRuleView>[] = [
  {
    id: 'condition',
    label: 'New mailboxes',
    fixed: true,
    flexible: true,
    width: 240,
    cell: (row) => (row.domain ? `at ${row.domain}` : `tagged “${row.tag?.name ?? ''}”`),
  },
  { id: 'client', label: 'belong to', width: 220, phone: 'line', cell: (row) => row.client.name },
  {
    id: 'mailboxes',
    label: 'Mailboxes now',
    width: 160,
    phone: 'line',
    cell: (row) =>
      row.mailboxes === 0 ? 'None' : <Link href={filterOf(row)}>{counted(row.mailboxes, 'mailbox', 'mailboxes')}</Link>,
  },
];

/** Which client new mailboxes belong to: /app/email-accounts/client-rules. */
export function ClientRulesPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Client rules' }]);
  const { rules, isLoading, problem, remove } = useClientRules();
  return (
    <>
      <PageHeader title="Client rules" detail="Which client new mailboxes belong to" />
      <PageBody $well>
        <Stack $gap={4}>
          <RuleCard />
          <Card title="Rules" detail="tags before domains, the oldest first" padded={false}>
            <DataTable<ClientRuleView>
              label="Client rules"
              columns={columns}
              rows={rules}
              rowId={(row) => String(row.id)}
              rowLabel={(row) => row.domain ?? row.tag?.name ?? ''}
              rowActions={(row) => [
                {
                  label: 'Delete rule',
                  icon: 'trash',
                  tone: 'danger',
                  detail: 'Mailboxes keep their client',
                  onSelect: () => remove(row),
                },
              ]}
              loading={isLoading}
              error={problem}
              empty={
                <EmptyState icon="users" title="No rules yet">
                  A rule gives every new mailbox of a domain, or with a tag, to a client.
                </EmptyState>
              }
            />
          </Card>
        </Stack>
      </PageBody>
    </>
  );
}

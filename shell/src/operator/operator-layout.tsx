import type { ReactNode } from 'react';
import { usePage } from '@skein/mfe/page';
import { PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';

export const operatorPages = [
  { id: 'workspaces', label: 'Workspaces' },
  { id: 'people', label: 'People' },
  { id: 'sign-up', label: 'Sign-up' },
  { id: 'seeds', label: 'Seeds' },
  { id: 'events', label: 'Events' },
  { id: 'installation', label: 'Installation' },
  { id: 'areas', label: 'Deployed areas' },
  { id: 'log', label: 'Log' },
] as const;

const tabs = operatorPages.map(({ id, label }) => ({ id, label, href: `/app/operator/${id}` }));

/** The head of every page of operators. */
export function OperatorHeader({
  page,
  detail,
  actions,
}: {
  page: (typeof operatorPages)[number]['id'];
  detail?: ReactNode;
  actions?: ReactNode;
}) {
  usePage([{ label: 'Operator' }, { label: operatorPages.find(({ id }) => id === page)?.label ?? page }]);
  return (
    <PageHeader
      title="Operator"
      detail={detail}
      tabs={<Tabs label="Operator" items={tabs} value={page} line={false} />}
      actions={actions}
    />
  );
}

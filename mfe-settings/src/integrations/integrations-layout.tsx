import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';

const pages = [
  { id: 'native-integrations', label: 'Native' },
  { id: 'linkedin', label: 'LinkedIn', feature: 'linkedin' },
  { id: 'sender-accounts', label: 'Sender accounts' },
  { id: 'imports', label: 'Imports', may: 'integration.write' },
] as const;
export type IntegrationsPageId = (typeof pages)[number]['id'];

const Wide = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-4);
  width: 100%;
`;

/** Head and tabs of the pages under Integrations. */
export function IntegrationsLayout({
  page,
  actions,
  children,
}: {
  page: IntegrationsPageId;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const access = useAccess();
  const label = pages.find((each) => each.id === page)?.label ?? page;
  usePage([{ label: 'Integrations', to: '/app/integrations/native-integrations' }, { label }]);
  return (
    <>
      <PageHeader
        title="Integrations"
        tabs={
          <Tabs
            label="Integrations"
            line={false}
            value={page}
            items={pages
              .filter(
                (each) =>
                  (!('feature' in each) || access.has(each.feature)) && (!('may' in each) || access.may(each.may)),
              )
              .map((each) => ({ id: each.id, label: each.label, href: `/app/integrations/${each.id}` }))}
          />
        }
        {...(actions ? { actions } : {})}
      />
      <PageBody $well tabIndex={0} role="region" aria-label={label} style={{ outlineOffset: '-2px' }}>
        <Wide>{children}</Wide>
      </PageBody>
    </>
  );
}

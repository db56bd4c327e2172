import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';

const pages = [
  { id: 'profile', label: 'Profile' },
  { id: 'security', label: 'Security' },
  { id: 'global-block-list', label: 'Block list', feature: 'global-block-list' },
  { id: 'team-members', label: 'Team', feature: 'team-members' },
  { id: 'tag-manager', label: 'Tags' },
  { id: 'lead-categories', label: 'Lead categories' },
  { id: 'ai-assistant', label: 'AI assistant', permission: 'settings.write' },
  { id: 'webhook', label: 'Webhooks', feature: 'webhooks' },
  { id: 'warning-notifications', label: 'Notifications' },
  { id: 'subscription', label: 'Subscription', feature: 'subscription-page' },
  { id: 'whitelabelled-client', label: 'Whitelabel', permission: 'settings.write' },
  { id: 'change-history', label: 'Change history', permission: 'settings.write' },
  { id: 'export', label: 'Export and import', permission: 'billing.manage' },
] as const;

/** A page of the settings. */
export type SettingsPageId = (typeof pages)[number]['id'];

const Line = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

const Narrow = styled.div`
  display: grid;
  gap: var(--s-4);
  width: 100%;
  max-width: 760px;
`;

const Bare = styled.div`
  & > div {
    border-bottom: 0;
  }
`;

/** Head and tabs of the settings. Pages that a plan or a role closes stand in no tab. `wide` gives the content the whole place, for tables. */
export function SettingsLayout({
  page,
  actions,
  wide = false,
  children,
}: {
  page: SettingsPageId;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const access = useAccess();
  const plan = useSessionPlan();
  const shown = pages.filter(
    (each) =>
      (each.id !== 'subscription' || speaksOfPlans(plan)) &&
      (!('feature' in each) || access.has(each.feature)) &&
      (!('permission' in each) || access.may(each.permission)),
  );
  const label = pages.find((each) => each.id === page)?.label ?? page;
  usePage([{ label: 'Settings', to: '/app/settings/profile' }, { label }]);
  return (
    <>
      <Bare>
        <PageHeader title="Settings" {...(actions ? { actions } : {})} />
      </Bare>
      <Line>
        <Tabs
          label="Settings"
          line={false}
          value={page}
          items={shown.map((each) => ({ id: each.id, label: each.label, href: `/app/settings/${each.id}` }))}
        />
      </Line>
      {wide ? (
        children
      ) : (
        <PageBody $well tabIndex={0} role="region" aria-label={label} style={{ outlineOffset: '-2px' }}>
          <Narrow>{children}</Narrow>
        </PageBody>
      )}
    </>
  );
}

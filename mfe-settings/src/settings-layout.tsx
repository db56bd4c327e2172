import { useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan } from '@skein/mfe/session';
import { BareLink } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { useMedia } from '@skein/ui/use-media';
import { useNamedSetting } from './find-setting';

const groups = ['You', 'Workspace', 'Outreach', 'Developers', 'Billing'] as const;

const pages = [
  { id: 'profile', label: 'Profile', group: 'You' },
  { id: 'security', label: 'Security', group: 'You' },
  { id: 'warning-notifications', label: 'Notifications', group: 'You' },
  { id: 'team-members', label: 'Team', group: 'Workspace', feature: 'team-members' },
  { id: 'whitelabelled-client', label: 'Whitelabel', group: 'Workspace', permission: 'settings.write' },
  { id: 'change-history', label: 'Change history', group: 'Workspace', permission: 'settings.write' },
  { id: 'export', label: 'Export and import', group: 'Workspace', permission: 'billing.manage' },
  { id: 'global-block-list', label: 'Block list', group: 'Outreach', feature: 'global-block-list' },
  { id: 'lead-categories', label: 'Lead categories', group: 'Outreach' },
  { id: 'tag-manager', label: 'Tags', group: 'Outreach', permission: 'campaign.read' },
  { id: 'ai-assistant', label: 'AI assistant', group: 'Outreach', permission: 'campaign.write' },
  { id: 'api-keys', label: 'API keys', group: 'Developers', permission: 'api-key.manage' },
  { id: 'webhook', label: 'Webhooks', group: 'Developers', feature: 'webhooks', permission: 'webhook.read' },
  { id: 'subscription', label: 'Subscription', group: 'Billing', feature: 'subscription-page' },
] as const;

/** A page of the settings. */
export type SettingsPageId = (typeof pages)[number]['id'];

const addressOf = (id: SettingsPageId) => `/app/settings/${id}`;

const Line = styled.div`
  flex: none;
  padding: 0 var(--s-4);
  border-bottom: 1px solid var(--border);
`;

const Split = styled.div`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: 200px minmax(0, 1fr);
  @media (max-width: 720px) {
    display: flex;
    flex-direction: column;
  }
`;

const Content = styled.div`
  flex: 1;
  min-width: 0;
  min-height: 0;
  display: flex;
  flex-direction: column;
`;

const Side = styled.nav`
  display: grid;
  align-content: start;
  gap: var(--s-4);
  min-height: 0;
  overflow-y: auto;
  padding: var(--s-4) var(--s-3) var(--s-6) var(--s-4);
  border-right: 1px solid var(--border);
  & h2 {
    padding: 0 var(--s-2) 2px;
    font-size: var(--fs-1);
    line-height: var(--lh-2);
    font-weight: var(--w-medium);
    color: var(--muted);
  }
  & ul {
    display: grid;
    gap: 1px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & a {
    display: block;
    padding: 5px var(--s-2);
    border-radius: var(--r-2);
    color: var(--text-2);
    font-weight: var(--w-medium);
  }
  & a:hover {
    background: var(--surface-2);
    color: var(--text);
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & a[aria-current] {
    background: var(--surface-3);
    color: var(--text);
  }
`;

const Narrow = styled.div`
  display: grid;
  gap: var(--s-4);
  width: 100%;
  max-width: 760px;
`;

type Shown = (typeof pages)[number];

/** The pages in their groups; on a phone, where a list would be a screen of its own, in one line. */
function SettingsList({ shown, page }: { shown: readonly Shown[]; page: SettingsPageId }) {
  const isPhone = useMedia('(max-width: 720px)');
  if (isPhone)
    return (
      <Line>
        <Tabs
          label="Settings"
          line={false}
          value={page}
          items={shown.map((each) => ({ id: each.id, label: each.label, href: addressOf(each.id) }))}
        />
      </Line>
    );
  return (
    <Side aria-label="Settings">
      {groups.map((group) => {
        const members = shown.filter((each) => each.group === group);
        if (members.length === 0) return null;
        return (
          <div key={group}>
            <h2 id={`settings-${group}`}>{group}</h2>
            <ul aria-labelledby={`settings-${group}`}>
              {members.map((each) => (
                <li key={each.id}>
                  <BareLink
                    href={addressOf(each.id)}
                    {...(each.id === page ? { 'aria-current': 'page' as const } : {})}
                  >
                    {each.label}
                  </BareLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </Side>
  );
}

/** Head and list of the settings. Pages that a plan or a role closes are not listed. `wide` gives the content all the room, for tables. */
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
  const content = useRef<HTMLDivElement>(null);
  useNamedSetting(content);
  return (
    <>
      <PageHeader title="Settings" {...(actions ? { actions } : {})} />
      <Split>
        <SettingsList shown={shown} page={page} />
        <Content ref={content}>
          {wide ? (
            children
          ) : (
            <PageBody $well tabIndex={0} role="region" aria-label={label} style={{ outlineOffset: '-2px' }}>
              <Narrow>{children}</Narrow>
            </PageBody>
          )}
        </Content>
      </Split>
    </>
  );
}

import { useAccess } from '@skein/mfe/access';
import { isAgencyAddress, productName } from '@skein/mfe/brand';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { Icon } from '@skein/ui/icon';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { styled } from 'styled-components';
import { Logo } from './frame-style';

const Trigger = styled.button<{ $collapsed: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  width: ${({ $collapsed }) => ($collapsed ? '40px' : '100%')};
  height: 40px;
  padding: 0 ${({ $collapsed }) => ($collapsed ? '0' : 'var(--s-2)')};
  ${({ $collapsed }) => $collapsed && 'justify-content: center;'}
  margin-bottom: var(--s-1);
  border-radius: var(--r-2);
  & > b {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > svg {
    color: var(--muted);
  }
  &:hover,
  &[data-state='open'] {
    background: color-mix(in oklab, var(--text) 5%, transparent);
  }
`;

/** The workspace at the top of the navigation, and what belongs to it. */
export function WorkspaceMenu({
  collapsed,
  onCollapse,
}: {
  collapsed: boolean;
  onCollapse?: ((collapsed: boolean) => void) | undefined;
}) {
  const { workspace } = useUser();
  const name = isAgencyAddress() ? productName() : workspace.name;
  const access = useAccess();
  const plan = useSessionPlan();
  const entries: MenuEntry[] = [
    { label: 'Workspace settings', icon: 'settings', href: '/app/settings' },
    ...(access.has('team-members')
      ? [{ label: 'Team members', icon: 'users', href: '/app/settings/team-members' } satisfies MenuEntry]
      : []),
    ...(access.has('subscription-page') && speaksOfPlans(plan)
      ? [{ label: 'Plan and billing', icon: 'star', href: '/app/settings/subscription' } satisfies MenuEntry]
      : []),
    ...(onCollapse
      ? [
          { kind: 'separator' } satisfies MenuEntry,
          {
            label: collapsed ? 'Expand the navigation' : 'Collapse the navigation',
            icon: 'columns',
            keys: ['['],
            onSelect: () => onCollapse(!collapsed),
          } satisfies MenuEntry,
        ]
      : []),
  ];
  return (
    <Menu
      trigger={
        <Trigger type="button" $collapsed={collapsed} aria-label={`Workspace ${name}`}>
          <Logo aria-hidden="true" />
          {!collapsed && <b>{name}</b>}
          {!collapsed && <Icon name="up-down" />}
        </Trigger>
      }
      entries={entries}
    />
  );
}

import { nameOf, useUser } from '@skein/mfe/session';
import { useSignal } from '@skein/mfe/signal';
import { Avatar } from '@skein/ui/avatar';
import { Menu } from '@skein/ui/menu';
import { styled } from 'styled-components';
import { logOut } from '../session/log-out';
import { navLine } from './nav-line';
import { openHelp } from './overlays-state';
import { chooseTheme, themeChoice } from './theme-signal';

const Trigger = styled.button<{ $collapsed: boolean }>`
  ${navLine}
  & > [aria-hidden]:first-child {
    margin: 0 -4px;
  }
`;

/** The person at the foot of the navigation: profile, theme, log out. */
export function PersonMenu({ collapsed }: { collapsed: boolean }) {
  const user = useUser();
  const theme = useSignal(themeChoice);
  const name = nameOf(user);
  return (
    <Menu
      side="top"
      trigger={
        <Trigger type="button" $collapsed={collapsed} aria-label={`You: ${name}`}>
          <Avatar name={name} src={user.profile_pic_url} />
          {!collapsed && <span>{name}</span>}
        </Trigger>
      }
      entries={[
        { kind: 'label', label: user.email },
        { label: 'Profile', icon: 'user', href: '/app/settings/profile' },
        { label: 'Keyboard shortcuts', icon: 'keyboard', keys: ['?'], onSelect: openHelp },
        { kind: 'separator' },
        { kind: 'check', label: 'Light', checked: theme === 'light', onCheckedChange: () => chooseTheme('light') },
        { kind: 'check', label: 'Dark', checked: theme === 'dark', onCheckedChange: () => chooseTheme('dark') },
        {
          kind: 'check',
          label: 'System theme',
          checked: theme === 'system',
          onCheckedChange: () => chooseTheme('system'),
        },
        { kind: 'separator' },
        { label: 'Log out', icon: 'arrow-right', onSelect: () => void logOut() },
      ]}
    />
  );
}

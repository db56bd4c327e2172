import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useActions, type Action } from '@skein/mfe/actions';
import { viewAddress } from '@skein/mfe/lists/view-address';
import { navigateTo } from '@skein/mfe/navigation';
import { fadedEdges, fadeEdges } from '@skein/ui/fade-edges';
import { BareLink } from '@skein/ui/link';
import { styled } from 'styled-components';
import { emptyAddress, writeAddress, type InboxAddress } from './inbox-address';
import { useViews } from './use-views';

const Tabs = styled.nav`
  display: flex;
  gap: var(--s-3);
  flex: none;
  padding: 0 var(--s-3);
  overflow-x: auto;
  scrollbar-width: none;
  ${fadedEdges}
  border-bottom: 1px solid var(--border);
  & > a {
    flex: none;
    padding: 7px 0 6px;
    font-size: var(--fs-2);
    color: var(--text-2);
    border-bottom: 2px solid transparent;
    white-space: nowrap;
  }
  & > a:hover {
    color: var(--text);
  }
  & > a[aria-current] {
    color: var(--text);
    font-weight: var(--w-medium);
    border-bottom-color: var(--accent);
  }
`;

/** The saved views of the inbox as tabs over the list (g 1 to g 9); nothing while none is saved. */
export function SplitTabs({ folder }: { folder: InboxAddress['folder'] }) {
  const here = viewAddress(useLocation().search);
  const views = useViews();
  const all = writeAddress({ ...emptyAddress, folder });
  const tabs = useMemo(
    () => [
      { name: 'All', address: '', to: all },
      ...views.map(({ name, address }) => ({ name, address, to: `${all}?${address}` })),
    ],
    [all, views],
  );
  const keys = useMemo<Action[]>(
    () =>
      views.length === 0
        ? []
        : tabs.slice(0, 9).map(({ name, to }, index) => ({
            id: `inbox.split-${index + 1}`,
            label: `Go to the view ${name}`,
            group: 'Inbox',
            keys: `g ${index + 1}`,
            icon: 'filter',
            run: () => navigateTo(to),
          })),
    [tabs, views.length],
  );
  useActions(keys);
  if (views.length === 0) return null;
  return (
    <Tabs ref={fadeEdges} aria-label="Saved views">
      {tabs.map(({ name, address, to }) => (
        <BareLink key={to} href={to} {...(address === here ? { 'aria-current': 'page' as const } : {})}>
          {name}
        </BareLink>
      ))}
    </Tabs>
  );
}

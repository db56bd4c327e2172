import { useId } from 'react';
import { Badge } from '@skein/ui/badge';
import { type IconName, Icon } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { Count } from '@skein/ui/text';
import { Tooltip } from '@skein/ui/tooltip';
import { css, styled } from 'styled-components';
import { getHost } from '@skein/mfe/host';
import { CreditsPill } from './credits-pill';
import { PersonMenu } from './person-menu';
import type { EntryCount, ShownEntry, ShownGroup } from './nav-entries';
import { navLine } from './nav-line';
import { WorkspaceMenu } from './workspace-menu';

const Bar = styled.nav<{ $collapsed: boolean }>`
  display: flex;
  flex-direction: column;
  padding: var(--s-2);
  min-height: 0;
  overflow: hidden auto;
  scrollbar-width: none;
  ${({ $collapsed }) => $collapsed && 'align-items: center;'}
  & :focus-visible {
    outline-offset: -2px;
  }
`;

/** Names the list below it. No heading: the first of the page is the page's own. */
const GroupTitle = styled.div<{ $collapsed: boolean }>`
  padding: var(--s-3) var(--s-2) var(--s-1);
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  color: var(--muted);
  font-weight: var(--w-medium);
  ${({ $collapsed }) =>
    $collapsed &&
    css`
      padding: var(--s-2) 0 0;
      margin: 0 auto var(--s-2);
      width: 24px;
      height: 0;
      font-size: 0;
      border-bottom: 1px solid var(--border-strong);
    `}
`;

const Line = styled(BareLink)<{ $collapsed: boolean }>`
  ${navLine}
`;
const LockedLine = styled.button<{ $collapsed: boolean }>`
  ${navLine}
`;
const List = styled.ul`
  & > li + li {
    margin-top: 1px;
  }
`;

const Numbers = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
`;

/** Says in the collapsed navigation that something is wrong there. */
const Dot = styled.i`
  position: absolute;
  top: 5px;
  right: 7px;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: var(--danger);
  box-shadow: 0 0 0 2px var(--bg);
`;

const Foot = styled.div`
  margin-top: auto;
  padding-top: var(--s-2);
`;

/** The pill of the top bar, which a phone has no room for: with its words, as high as the lines around it. */
const Fact = styled.li`
  & > button {
    width: 100%;
    height: 40px;
  }
  & > button > span {
    display: inline;
  }
`;

interface EntryProps {
  entry: ShownEntry;
  current: boolean;
  collapsed: boolean;
  count?: EntryCount | undefined;
}

function Entry({ entry, current, collapsed, count }: EntryProps) {
  const icon = <Icon name={entry.icon as IconName} />;
  if (entry.refusal) {
    const why = `${entry.refusal.reason} ${entry.refusal.unlock}`;
    return (
      <Tooltip content={why} side="right">
        <LockedLine
          type="button"
          $collapsed={collapsed}
          aria-disabled="true"
          aria-label={`${entry.label}, locked: ${why}`}
        >
          {icon}
          {!collapsed && <span>{entry.label}</span>}
          {!collapsed && <Icon name="lock" size={14} />}
        </LockedLine>
      </Tooltip>
    );
  }
  const link = (
    <Line
      href={entry.to}
      $collapsed={collapsed}
      onPointerEnter={() => getHost().preload(entry.to)}
      onFocus={() => getHost().preload(entry.to)}
      {...(current ? { 'aria-current': 'page' as const } : {})}
      {...(collapsed
        ? { 'aria-label': [entry.label, count?.label ?? count?.text, count?.problem?.label].filter(Boolean).join(', ') }
        : {})}
    >
      {icon}
      {!collapsed && <span>{entry.label}</span>}
      {!collapsed && count && (
        <Numbers>
          <Count as="span" {...(count.label ? { 'aria-label': count.label, role: 'img' } : {})}>
            {count.text}
          </Count>
          {count.problem && (
            <Badge tone="danger" glyph="bad" role="img" aria-label={count.problem.label}>
              {count.problem.text}
            </Badge>
          )}
        </Numbers>
      )}
      {collapsed && count?.problem && <Dot aria-hidden="true" />}
    </Line>
  );
  return collapsed ? (
    <Tooltip content={entry.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

export interface NavigationProps {
  groups: readonly ShownGroup[];
  current: ShownEntry | undefined;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  /** Numbers at the end of entries, by entry id. */
  counts: Record<string, EntryCount>;
  /** In the drawer of a phone there is nothing to collapse. */
  inDrawer?: boolean;
}

/** The left navigation, drawn from the manifests of the remotes. */
export function Navigation({ groups, current, collapsed, onCollapse, counts, inDrawer = false }: NavigationProps) {
  const id = useId();
  const entriesOf = (entries: readonly ShownEntry[]) =>
    entries.map((entry) => (
      <li key={entry.id}>
        <Entry entry={entry} current={entry.id === current?.id} collapsed={collapsed} count={counts[entry.id]} />
      </li>
    ));
  return (
    <Bar aria-label="Main" $collapsed={collapsed}>
      <WorkspaceMenu collapsed={collapsed} onCollapse={inDrawer ? undefined : onCollapse} />
      {groups
        .filter(({ group }) => group !== 'foot')
        .map(({ group, title, entries }) => (
          <div key={group}>
            {title && (
              <GroupTitle id={`${id}-${group}`} $collapsed={collapsed}>
                {title}
              </GroupTitle>
            )}
            <List {...(title ? { 'aria-labelledby': `${id}-${group}` } : {})}>{entriesOf(entries)}</List>
          </div>
        ))}
      <Foot>
        <List aria-label="You and your workspace">
          {inDrawer && (
            <Fact>
              <CreditsPill />
            </Fact>
          )}
          {entriesOf(groups.find(({ group }) => group === 'foot')?.entries ?? [])}
          <li>
            <PersonMenu collapsed={collapsed} />
          </li>
        </List>
      </Foot>
    </Bar>
  );
}

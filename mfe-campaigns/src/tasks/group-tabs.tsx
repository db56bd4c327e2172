import type { TaskGrouping } from '@skein/contracts/main/tasks.contract';
import { Loading, Skeleton } from '@skein/ui/skeleton';
import { styled } from 'styled-components';
import { useTaskGroups } from './tasks.hooks';

const Groups = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  padding: 0 var(--gutter, var(--s-5)) var(--s-3);
  @media (max-width: 720px) {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
  }
`;

const Group = styled.button`
  display: grid;
  gap: 2px;
  flex: none;
  min-width: 120px;
  max-width: 220px;
  padding: var(--s-2) var(--s-3);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  text-align: left;
  & > span:first-child {
    font-size: var(--fs-2);
    color: var(--text-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > b {
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  & small {
    font-size: var(--fs-1);
    font-weight: var(--w-regular);
    color: var(--danger);
  }
  &:hover {
    background: var(--surface-2);
  }
  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
`;

/** Open tasks by day, owner or campaign; a press narrows the list to one of them. */
export function GroupTabs({
  by,
  chosen,
  onChoose,
}: {
  by: TaskGrouping;
  chosen: string | null;
  onChoose: (key: string | null) => void;
}) {
  const { groups } = useTaskGroups(by);
  if (groups?.length === 0) return null;
  if (!groups)
    return (
      <Loading label="Loading the groups">
        <Groups>
          <Skeleton $width={120} $height={52} />
          <Skeleton $width={120} $height={52} />
        </Groups>
      </Loading>
    );
  return (
    <Groups role="group" aria-label="Groups">
      {groups.map(({ key, name, open, overdue }) => (
        <Group
          key={key}
          type="button"
          aria-pressed={chosen === key}
          onClick={() => onChoose(chosen === key ? null : key)}
        >
          <span title={name}>{name}</span>
          <b>
            {open.toLocaleString('en-US')}{' '}
            {overdue > 0 && key !== 'overdue' && <small>{overdue.toLocaleString('en-US')} overdue</small>}
          </b>
        </Group>
      ))}
    </Groups>
  );
}

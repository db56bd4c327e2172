import { styled } from 'styled-components';
import type { AuditEntryView } from '@skein/contracts/main/audit.contract';
import { Icon } from '@skein/ui/icon';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { valueText } from './history-labels';

const Pair = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-width: 100%;
  font-size: var(--fs-2);
  font-variant-numeric: tabular-nums;
  & del,
  & ins {
    text-decoration: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & del {
    color: var(--muted);
    text-decoration: line-through;
  }
  & ins {
    padding: 0 4px;
    border-radius: 3px;
    background: var(--surface-3);
    font-weight: var(--w-medium);
  }
  & svg {
    flex: none;
    color: var(--muted);
  }
`;

/** One field before and after; of a secret only that it changed. */
export function ChangeValues({ change }: { change: AuditEntryView['changes'][number] }) {
  if (change.is_secret) return <>changed, never shown</>;
  return (
    <Pair>
      <del title={valueText(change.before, 2000)}>
        <VisuallyHidden>before: </VisuallyHidden>
        {valueText(change.before)}
      </del>
      <Icon name="arrow-right" size={12} />
      <ins title={valueText(change.after, 2000)}>
        <VisuallyHidden>after: </VisuallyHidden>
        {valueText(change.after)}
      </ins>
    </Pair>
  );
}

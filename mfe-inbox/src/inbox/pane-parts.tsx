import { Skeleton } from '@skein/ui/skeleton';
import { phoneRowHeight, rowHeight } from './row-height';
import { styled } from 'styled-components';

/** Head of the list and of the thread: 48 px, a title and tools. */
export const PaneHead = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-1);
  flex: none;
  min-height: 48px;
  padding: 0 var(--s-2) 0 var(--s-4);
  border-bottom: 1px solid var(--border);
  min-width: 0;
  & > h1,
  & > h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A great number gives way before the title does. */
  & > small {
    flex-shrink: 100;
    min-width: 0;
    margin-left: var(--s-1);
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > .push {
    margin-left: auto;
    display: flex;
    align-items: center;
    flex: none;
  }
  @media (max-width: 720px) {
    padding: 0 var(--s-1) 0 var(--s-3);
    min-height: 52px;
  }
`;

const Shape = styled.div`
  display: grid;
  align-content: center;
  gap: 6px;
  height: ${rowHeight}px;
  padding: 0 var(--s-4) 0 22px;
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    height: ${phoneRowHeight}px;
  }
`;

/** Lines of a list that comes. */
export function ListSkeleton() {
  return (
    <div>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Shape key={row}>
          <Skeleton $width={`${46 + (row % 3) * 9}%`} />
          <Skeleton $width={`${90 - (row % 3) * 8}%`} $height={10} />
          <Skeleton $width={120} $height={16} />
        </Shape>
      ))}
    </div>
  );
}

import { Skeleton } from '@skein/ui/skeleton';
import { styled } from 'styled-components';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  height: var(--row-two-line);
  border-bottom: 1px solid var(--border);
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-6);
  height: 52px;
  margin: calc(-1 * var(--s-5)) calc(-1 * var(--s-6)) 0;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  & + & {
    margin-top: calc(-1 * var(--s-4));
    height: 40px;
  }
`;

const Threads = styled.div`
  display: grid;
  grid-template-columns: 300px minmax(0, 1fr) 248px;
  margin: calc(-1 * var(--s-5)) calc(-1 * var(--s-6));
  & > div + div {
    display: grid;
    align-content: start;
    gap: var(--s-4);
    padding: var(--s-4);
    border-left: 1px solid var(--border);
  }
  @media (max-width: 1100px) {
    grid-template-columns: 300px minmax(0, 1fr);
    & > div + div + div {
      display: none;
    }
  }
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr);
    & > div + div {
      display: none;
    }
  }
`;

const Thread = styled.div`
  display: grid;
  align-content: center;
  gap: var(--s-2);
  height: 72px;
  padding: 0 var(--s-4);
  border-bottom: 1px solid var(--border);
`;

/** Title and primary action, and below them tabs. */
export const Head = ({ tabs = 0, action = true }: { tabs?: number; action?: boolean }) => (
  <>
    <Bar>
      <Skeleton $width={200} $height={20} />
      {action && <Skeleton $width={120} $height={32} style={{ marginLeft: 'auto' }} />}
    </Bar>
    {tabs > 0 && (
      <Bar>
        {Array.from({ length: tabs }, (_, tab) => (
          <Skeleton key={tab} $width={64 + (tab % 3) * 12} />
        ))}
      </Bar>
    )}
  </>
);

/** Lines of a table. */
export const RowsShape = () =>
  [0, 1, 2, 3, 4, 5].map((row) => (
    <Line key={row}>
      <Skeleton $width={16} $height={16} />
      <Skeleton $width={`${28 - (row % 3) * 4}%`} />
      <Skeleton $width="12%" />
      <Skeleton $width="12%" />
      <Skeleton $width="8%" />
    </Line>
  ));

/** Conversations, the open one and its lead: as many panes as the inbox shows at this width. */
export const InboxShape = () => (
  <Threads>
    <div>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Thread key={row}>
          <Skeleton $width={`${46 + (row % 3) * 9}%`} />
          <Skeleton $width={`${90 - (row % 3) * 8}%`} $height={10} />
        </Thread>
      ))}
    </div>
    <div>
      <Skeleton $width="55%" $height={20} />
      <Skeleton $height={180} />
      <Skeleton $height={96} />
    </div>
    <div>
      <Skeleton $width={120} $height={20} />
      <Skeleton $height={140} />
    </div>
  </Threads>
);

import { useEffect, useState } from 'react';
import { Skeleton } from '@skein/ui/skeleton';
import { styled } from 'styled-components';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-5) var(--s-6);
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  height: var(--row-two-line);
  border-bottom: 1px solid var(--border);
`;

/** The shape of a list page, shown from 150 ms on: a wait that is shorter shows nothing, so that nothing flashes. */
export function PageSkeleton() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <Frame role="status" aria-label="Loading">
      <Skeleton $width={180} $height={24} />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Line key={row}>
          <Skeleton $width={16} $height={16} />
          <Skeleton $width={`${28 - (row % 3) * 4}%`} />
          <Skeleton $width="12%" />
          <Skeleton $width="12%" />
          <Skeleton $width="8%" />
        </Line>
      ))}
    </Frame>
  );
}

import { lazy, Suspense, type ComponentType } from 'react';
import { useWaited } from '@skein/ui/skeleton';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { styled } from 'styled-components';
import { useArrival } from './arriving';
import { Head, InboxShape, RowsShape } from './first-shapes';
import { shapeOfAddress, type PageShape } from './page-shape';
import type { laterShapes } from './skeleton-shapes';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-5) var(--s-6);
`;

type Later = keyof typeof laterShapes;

/** Not in the scripts of the first list. A shape that fails to load must not fail the page: it is only missing. */
const LaterShape = lazy<ComponentType<{ of: Later }>>(() =>
  import('./skeleton-shapes').then(
    ({ laterShapes: known }) => ({
      default: function Shape({ of }) {
        const Known = known[of];
        return <Known />;
      },
    }),
    () => ({ default: () => null }),
  ),
);

function Shape({ of }: { of: PageShape | 'rows' | Later }) {
  if (of === 'blank') return null;
  if (of === 'inbox') return <InboxShape />;
  if (of === 'rows') return <RowsShape />;
  if (of !== 'list')
    return (
      <Suspense fallback={null}>
        <LaterShape of={of} />
      </Suspense>
    );
  return (
    <>
      <Head />
      <RowsShape />
    </>
  );
}

/** The shape of the page that comes, shown once the wait has lasted 150 ms: a shorter one shows nothing, so that nothing flashes. */
export function PageSkeleton({
  shape = shapeOfAddress(window.location),
  label = 'Loading',
}: {
  /** By the address; what comes below a head that is there names its own. */
  shape?: PageShape | 'rows' | Later;
  /** What is awaited, for screen readers. */
  label?: string;
}) {
  const shown = useWaited();
  useArrival();
  if (!shown) return null;
  return (
    <Frame role="status" aria-busy="true" data-shape={shape}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Shape of={shape} />
    </Frame>
  );
}

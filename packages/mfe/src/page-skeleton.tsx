import { useWaited } from '@skein/ui/skeleton';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { styled } from 'styled-components';
import { useArrival } from './arriving';
import { shapeOfAddress } from './page-shape';
import { shapes } from './skeleton-shapes';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-5) var(--s-6);
`;

/** The shape of the page that comes, shown once the wait has lasted 150 ms: a shorter one shows nothing, so that nothing flashes. */
export function PageSkeleton({
  shape = shapeOfAddress(window.location),
  label = 'Loading',
}: {
  /** By the address; what comes below a head that is there names its own. */
  shape?: keyof typeof shapes;
  /** What is awaited, for screen readers. */
  label?: string;
}) {
  const shown = useWaited();
  useArrival();
  if (!shown) return null;
  const Shape = shapes[shape];
  return (
    <Frame role="status" aria-busy="true" data-shape={shape}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Shape />
    </Frame>
  );
}

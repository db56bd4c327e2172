import { useAppSelector } from '@skein/mfe/store';
import { useDelayed } from '@skein/ui/skeleton';
import { keyframes, styled } from 'styled-components';

const run = keyframes`from { transform: translateX(-100%); } to { transform: translateX(400%); }`;

const Line = styled.div`
  position: absolute;
  inset: 0 0 auto 0;
  z-index: var(--z-sticky);
  height: 2px;
  overflow: hidden;
  pointer-events: none;
  &::before {
    content: '';
    display: block;
    width: 25%;
    height: 100%;
    background: var(--accent);
    animation: ${run} 1.2s linear infinite;
  }
`;

/** The global loading flag, drawn: a line at the top once a call takes longer than 400 ms. */
export function LoadingLine() {
  const pending = useAppSelector((state) => state.activity.pending > 0);
  return useDelayed(pending, 400) ? <Line role="progressbar" aria-label="Loading" /> : null;
}

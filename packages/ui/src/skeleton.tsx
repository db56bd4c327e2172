import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { VisuallyHidden } from './visually-hidden';

const pulse = keyframes`50% { opacity: .5; }`;

/** A grey shape in the place of something that comes. */
export const Skeleton = styled.span.attrs({ 'aria-hidden': true })<{
  $width?: string | number;
  $height?: number;
  $round?: boolean;
}>`
  display: block;
  flex: none;
  width: ${({ $width = '100%' }) => (typeof $width === 'number' ? `${$width}px` : $width)};
  max-width: 100%;
  height: ${({ $height = 12 }) => $height}px;
  border-radius: ${({ $round }) => ($round ? '50%' : 'var(--r-1)')};
  background: var(--surface-3);
  animation: ${pulse} 1.6s ease-in-out infinite;
`;

/** True once `milliseconds` (150 by default) have passed while `waiting`: shorter waits show nothing at all. */
export function useDelayed(waiting: boolean, milliseconds = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [waiting, milliseconds]);
  return waiting && late;
}

/** A skeleton that comes within this many milliseconds after another went continues its wait: area, page and tab load one after another. */
const sameWait = 100;
/** The wait that is in sight: when it began, how many skeletons it has, and when the last of them went. */
const wait = { since: 0, skeletons: 0, gone: -Infinity };

function isWaiting(): boolean {
  const quiet = performance.now() - wait.gone;
  return wait.skeletons > 0 || (quiet >= 0 && quiet < sameWait);
}

/** True once a wait has lasted `milliseconds`: a shorter one shows nothing, and a skeleton that follows another at once shows at once. */
export function useWaited(milliseconds = 150): boolean {
  const [late, setLate] = useState(() => isWaiting() && performance.now() - wait.since >= milliseconds);
  useLayoutEffect(() => {
    const now = performance.now();
    if (!isWaiting()) wait.since = now;
    wait.skeletons += 1;
    const timer = setTimeout(() => setLate(true), milliseconds - (now - wait.since));
    return () => {
      clearTimeout(timer);
      wait.skeletons -= 1;
      wait.gone = performance.now();
    };
  }, [milliseconds]);
  return late;
}

/** Props of {@link Loading}. */
export interface LoadingProps {
  /** What is awaited ("Loading campaigns"), for screen readers. */
  label: string;
  /** Skeletons in the shape of what comes; three lines by default. */
  children?: ReactNode;
}

/** Skeletons that appear after 150 ms of waiting. */
export function Loading({ label, children }: LoadingProps) {
  const shown = useWaited();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{shown ? label : ''}</VisuallyHidden>
      {shown && (children ?? <SkeletonLines />)}
    </div>
  );
}

const Lines = styled.div`
  display: grid;
  gap: var(--s-3);
  padding: var(--s-4);
`;

/** Lines of text that come; the last is shorter. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <Lines>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} $width={index === lines - 1 ? '60%' : '100%'} />
      ))}
    </Lines>
  );
}

const RowShape = styled.div`
  display: grid;
  grid-template-columns: 16px minmax(0, 3fr) minmax(0, 1fr) 48px 40px;
  gap: var(--s-4);
  align-items: center;
  height: 52px;
  padding: 0 var(--s-4);
  border-bottom: 1px solid var(--border);
`;

const widths = ['62%', '48%', '70%', '55%', '66%'];

/** Rows of a list that comes. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div>
      {Array.from({ length: rows }, (_, index) => (
        <RowShape key={index}>
          <Skeleton $width={16} $height={16} />
          <span>
            <Skeleton $width={widths[index % 5] ?? '60%'} />
            <Skeleton $width="38%" $height={8} style={{ marginTop: 8 }} />
          </span>
          <Skeleton $width={56} />
          <Skeleton $width={40} />
          <Skeleton $width={32} />
        </RowShape>
      ))}
    </div>
  );
}

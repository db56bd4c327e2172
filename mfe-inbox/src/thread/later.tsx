import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@skein/ui/error-boundary';
import { Loading, Skeleton } from '@skein/ui/skeleton';
import { OpeningPart } from '@skein/ui/typed-ahead';

/**
 * A part whose code is fetched apart: a box of its height until it is here; nothing for what floats (height 0), whose
 * first field gets what is typed meanwhile.
 */
export function Later({
  height,
  part,
  meanwhile,
  children,
}: {
  height: number;
  part: string;
  /** Shown until it is here, in place of the box. */
  meanwhile?: ReactNode;
  children: ReactNode;
}) {
  return (
    <ErrorBoundary part={part}>
      <Suspense
        fallback={
          meanwhile ??
          (height === 0 ? (
            <OpeningPart />
          ) : (
            <Loading label={`Loading ${part.toLowerCase()}`}>
              <div style={{ padding: 'var(--s-3) var(--s-4)' }}>
                <Skeleton $height={height} />
              </div>
            </Loading>
          ))
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}

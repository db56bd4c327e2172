import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@skein/ui/error-boundary';
import { Loading, Skeleton } from '@skein/ui/skeleton';

/** A part whose code is fetched apart: a box of its height until it is here; nothing for what floats (height 0). */
export function Later({ height, part, children }: { height: number; part: string; children: ReactNode }) {
  return (
    <ErrorBoundary part={part}>
      <Suspense
        fallback={
          height > 0 && (
            <Loading label={`Loading ${part.toLowerCase()}`}>
              <div style={{ padding: 'var(--s-3) var(--s-4)' }}>
                <Skeleton $height={height} />
              </div>
            </Loading>
          )
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}

import { useEffect, useRef, useState } from 'react';
import { FailurePanel } from './failure-panel';
import { getHost, type MountedPart } from './host';
import { PageSkeleton } from './page-skeleton';
import type { PartContracts, PartName } from './parts';

/** Shows a part of another area: `<OtherPart name="inbox/thread" props={{ threadId }} />`. */
export function OtherPart<Name extends PartName>({ name, props }: { name: Name; props: PartContracts[Name] }) {
  const element = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedPart<PartContracts[Name]>>(undefined);
  const latest = useRef(props);
  const [state, setState] = useState<{ status: 'loading' | 'ready' } | { status: 'failed'; error: unknown }>({
    status: 'loading',
  });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    latest.current = props;
    mounted.current?.update(props);
  }, [props]);

  useEffect(() => {
    // One host element a mount: a root that is still being taken down must not meet its successor in the same element.
    const place = document.createElement('div');
    place.style.display = 'contents';
    element.current?.append(place);
    let gone = false;
    setState({ status: 'loading' });
    getHost()
      .mountPart(name, place, latest.current)
      .then(
        (part) => {
          if (gone) return part.unmount();
          mounted.current = part;
          setState({ status: 'ready' });
        },
        (error: unknown) => {
          if (!gone) setState({ status: 'failed', error });
        },
      );
    return () => {
      gone = true;
      mounted.current?.unmount();
      mounted.current = undefined;
      place.remove();
    };
  }, [name, attempt]);

  return (
    <>
      {state.status === 'loading' && <PageSkeleton shape="rows" />}
      {state.status === 'failed' && (
        <FailurePanel
          title={name}
          reference={`part ${name}`}
          error={state.error}
          attempts={attempt}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <div ref={element} style={{ display: 'contents' }} />
    </>
  );
}

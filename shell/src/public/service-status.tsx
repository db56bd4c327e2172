import { useEffect, useState } from 'react';
import { Status } from '@skein/ui/status';

/** Whether the services say that they are ready; asked once, after the page has been drawn. */
export function ServiceStatus() {
  const [ready, setReady] = useState<boolean | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch('/health/ready', { signal: controller.signal, cache: 'no-store' }).then(
        (response) => {
          setReady(response.ok);
          // An answer that nobody reads keeps its connection open for as long as the page stands.
          void response.body?.cancel();
        },
        () => !controller.signal.aborted && setReady(false),
      );
    }, 500);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  if (ready === null) return <span />;
  return ready ? (
    <Status tone="success" glyph="done" quiet>
      All services running
    </Status>
  ) : (
    <Status tone="warning" glyph="warn" quiet>
      Some services are not ready
    </Status>
  );
}

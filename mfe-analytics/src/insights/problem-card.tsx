import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';

/** What was to stand here could not be read. */
export function Problem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Callout
      tone="danger"
      role="alert"
      title="Could not load analytics"
      actions={
        <Button size="small" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Callout>
  );
}

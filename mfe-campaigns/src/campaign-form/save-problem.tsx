import { useSignal } from '@skein/mfe/signal';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import type { Autosave } from './autosave';

/** Why a part of the form is not saved, in the server's words and where it is edited; nothing as long as all is well. */
export function SaveProblem({
  autosave,
  title,
}: {
  autosave: Pick<Autosave<object>, 'state' | 'flush'>;
  title: string;
}) {
  const { status, problem } = useSignal(autosave.state);
  if (status !== 'failed' || !problem) return null;
  return (
    <Callout
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button
          size="small"
          onClick={() => {
            autosave.flush().catch(() => undefined);
          }}
        >
          Try again
        </Button>
      }
    >
      {problem.message}
    </Callout>
  );
}

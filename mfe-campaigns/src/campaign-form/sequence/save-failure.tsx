import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import type { SequenceEditor } from './sequence-tab.hooks';

const quietly = (saving: Promise<void>) => void saving.catch(() => undefined);

/** Says why the sequence is not saved, and what can be done about it. */
export function SaveFailure({
  editor: { trouble, saving, takeTheirs, keepMine, autosave },
}: {
  editor: Pick<SequenceEditor, 'trouble' | 'saving' | 'takeTheirs' | 'keepMine' | 'autosave'>;
}) {
  if (!trouble || !saving.problem) return null;
  const take = () => {
    takeTheirs().catch((problem: unknown) => showProblem('It could not be loaded', problem));
  };
  const isConflict = trouble === 'conflict';
  return (
    <Callout
      tone="danger"
      role="alert"
      title={isConflict ? 'Someone else saved this sequence.' : 'The sequence is not saved.'}
      actions={
        isConflict ? (
          <>
            <Button size="small" onClick={take}>
              Take theirs
            </Button>
            <Button size="small" onClick={() => quietly(keepMine())}>
              Keep mine
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onClick={() => quietly(autosave.flush())}>
              Try again
            </Button>
            <Button size="small" onClick={take}>
              Load the saved version
            </Button>
          </>
        )
      }
    >
      {saving.problem.code === 'OFFLINE'
        ? 'There is no connection. What you typed is kept here and saved as soon as there is one.'
        : saving.problem.message}
    </Callout>
  );
}

import { useState } from 'react';
import { useSignal } from '@skein/mfe/signal';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import type { Autosave } from './autosave';
import type { Edit } from './edit.types';
import { EffectDialog } from './effect-dialog';

/** Stands above a part of the form while the campaign runs: changes wait until somebody has seen what they do. */
export function ApplyBar({
  campaignId,
  autosave,
  edit,
  what,
  onDiscard,
}: {
  campaignId: number;
  autosave: Pick<Autosave<object>, 'state' | 'apply' | 'isPending'>;
  edit: () => Edit;
  what: string;
  onDiscard: () => void;
}) {
  const { status, problem } = useSignal(autosave.state);
  const [asked, setAsked] = useState<Edit | null>(null);
  // What somebody else saved in between is asked about where the save is told.
  const isRefused = status === 'failed' && problem?.code !== 'CONFLICT';
  if (status !== 'held' && !isRefused && asked === null) return null;
  return (
    <>
      <Callout
        tone="warning"
        role="status"
        title={isRefused ? 'Not applied.' : 'Not applied yet.'}
        actions={
          <>
            <Button size="small" onClick={onDiscard}>
              Discard
            </Button>
            <Button size="small" variant="primary" onClick={() => setAsked(edit())}>
              Review and apply
            </Button>
          </>
        }
      >
        {isRefused && problem ? `${problem.message} ` : ''}Leads are in progress. Review what your changes to {what} do,
        then apply them.
      </Callout>
      {asked && (
        <EffectDialog
          campaignId={campaignId}
          edit={asked}
          onApply={() => autosave.apply()}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

import { useState } from 'react';
import { withSentence } from '@skein/mfe/with-sentence';
import { Checkbox } from '@skein/ui/checkbox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';

/** What an export holds, and whether campaigns are paused for a move. */
export function StartExportDialog({
  activeCampaigns,
  onStart,
  onClose,
}: {
  activeCampaigns: number;
  onStart: (pauses: boolean) => Promise<unknown>;
  onClose: () => void;
}) {
  const [pauses, setPauses] = useState(false);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export this workspace?"
      description="The archive holds every lead and every email. Keep it as safe as the workspace itself."
      confirmLabel="Export workspace"
      tone="normal"
      onConfirm={async () => {
        await withSentence(onStart(pauses));
      }}
    >
      {activeCampaigns > 0 && (
        <Checkbox
          checked={pauses}
          onCheckedChange={setPauses}
          label={`Pause ${counted(activeCampaigns, 'running campaign')} first`}
          hint="For a move: what is sent after the export is not in the archive, and would be sent again."
        />
      )}
    </ConfirmDialog>
  );
}

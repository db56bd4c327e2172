import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { openLeadsOf } from './campaign-actions';
import { DeleteDialog, RefusedDialog, StopDialog } from './campaign-dialogs';
import { DuplicateDialog } from './duplicate-dialog';
import { MoveDialog } from './move-dialog';
import { TagDialog } from './tag-dialog';
import type { Refused } from './use-campaign-actions';
import { WhyDrawer } from './why-drawer';

/** What stands over the list, and what it is about. */
export type OpenDialog =
  | { kind: 'why' | 'delete' | 'stop' | 'duplicate'; row: CampaignRow }
  | { kind: 'move' | 'tag'; ids: number[] }
  | { kind: 'refused'; title: string; refused: Refused[] };

interface ListDialogsProps {
  open: OpenDialog;
  /** Those of the page. */
  rows: readonly CampaignRow[];
  onClose: () => void;
  onStop: (row: CampaignRow) => Promise<void>;
  onDuplicated: () => void;
  onMove: (ids: number[], folder: { id: number; name: string } | null) => Promise<void>;
  onTagged: () => void;
}

/** The dialogs of the list of campaigns, one at a time. */
export function ListDialogs({ open, rows, onClose, onStop, onDuplicated, onMove, onTagged }: ListDialogsProps) {
  switch (open.kind) {
    case 'why':
      return <WhyDrawer campaign={open.row} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog campaign={open.row} onClose={onClose} />;
    case 'stop':
      return (
        <StopDialog
          name={open.row.name}
          leads={openLeadsOf(open.row)}
          onClose={onClose}
          onStop={() => onStop(open.row)}
        />
      );
    case 'duplicate':
      return <DuplicateDialog campaign={open.row} onClose={onClose} onDone={onDuplicated} />;
    case 'move':
      return <MoveDialog count={open.ids.length} onClose={onClose} onMove={(folder) => onMove(open.ids, folder)} />;
    case 'tag':
      return (
        <TagDialog
          ids={open.ids}
          rows={rows.filter((row) => open.ids.includes(row.id))}
          onClose={onClose}
          onTagged={onTagged}
        />
      );
    case 'refused':
      return (
        <RefusedDialog
          title={open.title}
          refused={open.refused}
          nameOf={(id) => rows.find((row) => row.id === id)?.name ?? `Campaign ${id}`}
          onClose={onClose}
        />
      );
  }
}

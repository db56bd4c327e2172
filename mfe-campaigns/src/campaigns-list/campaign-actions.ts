import type { CampaignStatus } from '@skein/contracts/constants';
import type { CampaignAction, CampaignRow } from '@skein/contracts/main/campaign-views';
import type { IconName } from '@skein/ui/icon';
import type { MenuEntry } from '@skein/ui/menu';
import { counted } from '@skein/ui/counted';

/** One thing that can be asked of a campaign, with what it needs or does in words. */
export interface OfferedAction {
  action: CampaignAction;
  label: string;
  icon: IconName;
  detail: string;
  isAllowed: boolean;
  isFinal: boolean;
}

const icons: Record<CampaignAction, IconName> = {
  START: 'play',
  RESUME: 'play',
  PAUSE: 'pause',
  STOP: 'stop',
  ARCHIVE: 'archive',
  UNARCHIVE: 'undo',
};
const labels: Record<CampaignAction, string> = {
  START: 'Launch',
  RESUME: 'Resume',
  PAUSE: 'Pause',
  STOP: 'Stop for good',
  ARCHIVE: 'Archive',
  UNARCHIVE: 'Bring back',
};

/** Leads that are neither completed, nor stopped, nor blocked. */
export const openLeadsOf = ({ progress }: Pick<CampaignRow, 'progress'>): number =>
  progress.by_status.STARTED + progress.by_status.INPROGRESS + progress.by_status.PAUSED;

/**
 * What the menu of a row offers: the legal edges of the status machine (docs/domain.md, Statuses) with their preconditions, and the
 * near ones that are closed now with what opens them. The server decides again.
 */
export function offeredActions(row: Pick<CampaignRow, 'status' | 'progress'>): OfferedAction[] {
  const open = openLeadsOf(row);
  const offer = (action: CampaignAction, detail: string, isAllowed = true): OfferedAction => ({
    action,
    label: labels[action],
    icon: icons[action],
    detail,
    isAllowed,
    isFinal: action === 'STOP',
  });
  const byStatus: Record<CampaignStatus, OfferedAction[]> = {
    DRAFTED: [offer('START', 'Through the launch check'), offer('ARCHIVE', 'Hides it from this list')],
    ACTIVE: [
      offer('PAUSE', 'Reserved emails are cancelled'),
      offer('STOP', `Cannot be undone; ${counted(open, 'lead')} not finished`),
      offer('ARCHIVE', 'Pause or stop it first', false),
    ],
    PAUSED: [
      offer('RESUME', 'Needs a mailbox that sends and an open window'),
      offer('STOP', `Cannot be undone; ${counted(open, 'lead')} not finished`),
      offer('ARCHIVE', 'Hides it from this list'),
    ],
    COMPLETED: [
      offer(
        'RESUME',
        open > 0 ? `${counted(open, 'lead')} can continue` : 'All leads are done: add leads first',
        open > 0,
      ),
      offer('ARCHIVE', 'Hides it from this list'),
    ],
    STOPPED: [
      offer('RESUME', 'Stopped for good: duplicate it with the leads that were not finished', false),
      offer('ARCHIVE', 'Hides it from this list'),
    ],
    ARCHIVED: [offer('UNARCHIVE', 'As it was before')],
  };
  return byStatus[row.status];
}

/** Why a campaign cannot be deleted now; null when it can. */
const deletionRefusal = (status: CampaignStatus): string | null =>
  status === 'ACTIVE' ? 'Pause or stop it first' : null;

/** What takes an action back; null where nothing does. */
export const inverseOf: Record<CampaignAction, CampaignAction | null> = {
  START: 'PAUSE',
  RESUME: 'PAUSE',
  PAUSE: 'RESUME',
  STOP: null,
  ARCHIVE: 'UNARCHIVE',
  UNARCHIVE: 'ARCHIVE',
};

/** The past tense, for what a toast says. */
export const doneWord: Record<CampaignAction, string> = {
  START: 'launched',
  RESUME: 'resumed',
  PAUSE: 'paused',
  STOP: 'stopped',
  ARCHIVE: 'archived',
  UNARCHIVE: 'brought back',
};

/** The last entry of a campaign's menu, for whom it is offered; where it cannot be deleted now, it says why. */
export function deletionEntry(status: CampaignStatus, onSelect: () => void): MenuEntry {
  const refusal = deletionRefusal(status);
  return {
    label: 'Delete',
    icon: 'trash',
    tone: 'danger',
    disabled: refusal !== null,
    ...(refusal ? { detail: refusal } : {}),
    onSelect,
  };
}

import { useNavigate } from 'react-router-dom';
import type { CampaignAction, CampaignRow } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import type { MenuEntry } from '@skein/ui/menu';
import { editAddress, inArea } from '../campaign-address';
import { deletionEntry, offeredActions } from './campaign-actions';
import { campaignAddress } from './campaign-columns';
import type { OpenDialog } from './list-dialogs';
import type { useCampaignActions } from './use-campaign-actions';

/** The menu of one campaign in the list; `open` shows one of the list's dialogs. */
export function useRowActions({
  open,
  onWhy,
  changeStatus,
}: {
  open: (dialog: OpenDialog) => void;
  onWhy: (row: CampaignRow) => void;
  changeStatus: ReturnType<typeof useCampaignActions>['changeStatus'];
}) {
  const access = useAccess();
  const navigate = useNavigate();
  const act = (row: CampaignRow, action: CampaignAction) => {
    if (action === 'START') void navigate(inArea(editAddress(row, 'final-review')));
    else if (action === 'STOP') open({ kind: 'stop', row });
    else void changeStatus([row.id], action, row.name);
  };
  return (row: CampaignRow): MenuEntry[] => {
    const looks: MenuEntry[] = [
      { label: row.status === 'DRAFTED' ? 'Open the draft' : 'Open', icon: 'arrow-right', href: campaignAddress(row) },
      ...(row.status === 'DRAFTED'
        ? []
        : [{ label: 'Edit', icon: 'edit' as const, href: editAddress(row, 'sequences') }]),
      ...(row.next.can_explain
        ? [{ label: 'Why is nothing sent?', icon: 'help' as const, onSelect: () => onWhy(row) }]
        : []),
    ];
    if (!access.may('campaign.write')) return looks;
    return [
      ...looks,
      { kind: 'separator' },
      ...offeredActions(row).map((offer): MenuEntry => ({
        label: offer.label,
        detail: offer.detail,
        icon: offer.icon,
        disabled: !offer.isAllowed,
        ...(offer.isFinal ? { tone: 'danger' as const } : {}),
        onSelect: () => act(row, offer.action),
      })),
      { kind: 'separator' },
      { label: 'Duplicate', icon: 'copy', onSelect: () => open({ kind: 'duplicate', row }) },
      { label: 'Move to a folder', icon: 'folder', onSelect: () => open({ kind: 'move', ids: [row.id] }) },
      { label: 'Tag', icon: 'tag', onSelect: () => open({ kind: 'tag', ids: [row.id] }) },
      ...(access.may('campaign.delete') ? [deletionEntry(row.status, () => open({ kind: 'delete', row }))] : []),
    ];
  };
}

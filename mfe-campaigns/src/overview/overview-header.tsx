import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CampaignAction, CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import type { IconName } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import type { MenuEntry } from '@skein/ui/menu';
import { PageHeader } from '@skein/ui/page-header';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { editAddress, inArea } from '../campaign-address';
import { deletionEntry, doneWord, inverseOf, openLeadsOf } from '../campaigns-list/campaign-actions';
import { DeleteDialog, StopDialog } from '../campaigns-list/campaign-dialogs';
import { CampaignState } from '../campaigns-list/campaign-state';
import { nextLines } from '../campaigns-list/next-cell';
import { DuplicateDialog } from '../campaigns-list/duplicate-dialog';
import { useSetStatus } from './overview.hooks';
import { UnappliedNote } from './unapplied-note';

const icons: Record<CampaignAction, IconName> = {
  START: 'play',
  RESUME: 'play',
  PAUSE: 'pause',
  STOP: 'stop',
  ARCHIVE: 'archive',
  UNARCHIVE: 'undo',
};
const labels: Record<CampaignAction, string> = {
  START: 'Start',
  RESUME: 'Resume',
  PAUSE: 'Pause',
  STOP: 'Stop for good',
  ARCHIVE: 'Archive',
  UNARCHIVE: 'Bring back',
};
/** The edge that stands as a button, by the state. */
const mainAction: Record<CampaignView['status'], CampaignAction | null> = {
  DRAFTED: 'START',
  ACTIVE: 'PAUSE',
  PAUSED: 'RESUME',
  COMPLETED: 'RESUME',
  STOPPED: null,
  ARCHIVED: 'UNARCHIVE',
};

/** Name, state, next send and what may be done now: only legal edges, each with its reason where it is closed. */
export function OverviewHeader({ campaign, now, onWhy }: { campaign: CampaignView; now: Date; onWhy: () => void }) {
  const access = useAccess();
  const { timeZone } = useUi();
  const navigate = useNavigate();
  const { setStatus, isSetting } = useSetStatus();
  const [open, setOpen] = useState<'stop' | 'delete' | 'duplicate' | null>(null);
  const writes = access.may('campaign.write');
  const edit = editAddress(campaign, 'sequences');
  const { first, second } = nextLines(campaign.next, now, timeZone, campaign.schedule.timezone);
  const edges = campaign.actions.filter(
    (edge) =>
      edge.action !== 'START' || !campaign.actions.some((other) => other.action === 'RESUME' && other.is_allowed),
  );
  const main = edges.find((edge) => edge.action === mainAction[campaign.status]);

  const change = async (action: CampaignAction) => {
    if (action === 'START' && campaign.status === 'DRAFTED')
      return navigate(inArea(editAddress(campaign, 'final-review')));
    if (action === 'STOP') return setOpen('stop');
    return perform(action);
  };
  const perform = async (action: CampaignAction) => {
    try {
      await setStatus(campaign.id, action);
      const back = inverseOf[action];
      toasts.show({
        title: `${campaign.name} ${doneWord[action]}`,
        ...(back
          ? {
              undo: {
                run: async () => {
                  await setStatus(campaign.id, back);
                },
              },
            }
          : {}),
      });
    } catch (error) {
      showProblem(`${campaign.name} was not ${doneWord[action]}`, error);
    }
  };
  const entries: MenuEntry[] = [
    ...(campaign.next.can_explain
      ? [{ label: 'Why is nothing sent now?', icon: 'help' as const, onSelect: onWhy }]
      : []),
    ...(writes
      ? edges
          .filter((edge) => edge !== main)
          .map((edge): MenuEntry => ({
            label: labels[edge.action],
            icon: icons[edge.action],
            disabled: !edge.is_allowed,
            ...(edge.is_final ? { tone: 'danger' as const } : {}),
            ...(edge.reason ? { detail: edge.reason } : edge.is_final ? { detail: 'Cannot be undone' } : {}),
            onSelect: () => void change(edge.action),
          }))
      : []),
    ...(writes
      ? [
          { kind: 'separator' as const },
          { label: 'Duplicate', icon: 'copy' as const, onSelect: () => setOpen('duplicate') },
        ]
      : []),
    ...(access.may('campaign.delete') ? [deletionEntry(campaign.status, () => setOpen('delete'))] : []),
  ];
  return (
    <>
      <PageHeader
        title={campaign.name}
        status={<CampaignState status={campaign.status} />}
        detail={[first, second].filter(Boolean).join(', ')}
        detailOnPhone
        detailAction={
          campaign.next.can_explain &&
          campaign.next.kind !== 'NEXT_SEND' && <LinkButton onClick={onWhy}>Why?</LinkButton>
        }
        secondary={writes ? [{ label: 'Edit', icon: 'edit', href: edit }] : []}
        more={entries}
        moreLabel={`More actions for ${campaign.name}`}
        actions={
          writes &&
          main && (
            <Button
              icon={icons[main.action]}
              variant={campaign.status === 'DRAFTED' ? 'primary' : 'default'}
              loading={isSetting}
              onClick={() => void change(main.action)}
              {...(main.is_allowed ? {} : { disabledReason: main.reason ?? 'Not possible now' })}
            >
              {labels[main.action]}
            </Button>
          )
        }
      />
      <UnappliedNote campaign={campaign} />
      {open && (
        <OpenDialog kind={open} campaign={campaign} onStop={() => perform('STOP')} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function OpenDialog({
  kind,
  campaign,
  onStop,
  onClose,
}: {
  kind: 'stop' | 'delete' | 'duplicate';
  campaign: CampaignView;
  onStop: () => Promise<void>;
  onClose: () => void;
}) {
  if (kind === 'stop')
    return <StopDialog name={campaign.name} leads={openLeadsOf(campaign)} onClose={onClose} onStop={onStop} />;
  if (kind === 'delete') return <DeleteDialog campaign={campaign} onClose={onClose} />;
  return <DuplicateDialog campaign={campaign} onClose={onClose} />;
}

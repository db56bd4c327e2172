import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { lazyPage } from '@skein/mfe/lazy-page';
import { useSignal } from '@skein/mfe/signal';
import type { ConfirmDialogProps } from '@skein/ui/confirm-dialog';
import type { useForwarding } from '../composer/use-forward';
import { nameOfLead } from '../inbox/use-change';
import { LaterConfirmDialog } from '../later-overlays';
import { Later } from './later';
import { recordRequest } from './record-request';
import type { ThreadActions } from './thread-actions';

const ForwardDialog = lazyPage(() => import('../composer/forward-dialog').then((module) => module.ForwardDialog));
const PickTimeDialog = lazyPage(() => import('../times/pick-time-dialog').then((module) => module.PickTimeDialog));
const RecordDialogs = lazyPage(() => import('./record-dialogs').then((module) => module.RecordDialogs));

/** Fetched with the editor, once a conversation is shown: a key that asks for a dialog does not wait for its code. */
export const preloadDialogs = (): void =>
  [PickTimeDialog, RecordDialogs, LaterConfirmDialog].forEach((part) => part.preload());

/** The dialogs of a conversation. */
export function ThreadDialogs({
  row,
  now,
  timeZone,
  actions,
  confirmStop,
  forwarding,
  picking,
  onPicking,
}: {
  row: ConversationRow;
  now: Date;
  timeZone: string;
  actions: ThreadActions | null;
  confirmStop: Pick<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'>;
  forwarding: Pick<ReturnType<typeof useForwarding>, 'message' | 'round' | 'close'>;
  picking: boolean;
  onPicking: (open: boolean) => void;
}) {
  const request = useSignal(recordRequest);
  return (
    <>
      {forwarding.message && (
        <Later height={0} part="The dialog">
          <ForwardDialog
            key={forwarding.round}
            enrolmentId={row.enrolment_id}
            message={forwarding.message}
            onClose={forwarding.close}
          />
        </Later>
      )}
      {actions && picking && (
        <Later height={0} part="The dialog">
          <PickTimeDialog
            open
            onOpenChange={onPicking}
            title="Snooze until"
            confirmLabel="Snooze"
            now={now}
            timeZone={timeZone}
            onPick={actions.snooze}
          />
        </Later>
      )}
      {confirmStop.open && (
        <Later height={0} part="The dialog">
          <LaterConfirmDialog
            {...confirmStop}
            title="Do Not Contact"
            confirmLabel="Stop and block"
            description={`${nameOfLead(row)} is stopped in every campaign, and ${row.lead.email} is added to the block list. You can undo this for 24 hours, unless a colleague asks for it too or they write again.`}
          />
        </Later>
      )}
      {request?.enrolmentId === row.enrolment_id && (
        <Later height={0} part="The dialog">
          <RecordDialogs
            key={`${request.kind}-${request.enrolmentId}`}
            kind={request.kind}
            row={row}
            now={now}
            timeZone={timeZone}
          />
        </Later>
      )}
    </>
  );
}

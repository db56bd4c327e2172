import { useState } from 'react';
import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useDeleteCampaign } from './campaigns.hooks';
import type { Refused } from './use-campaign-actions';

/** Deletes a campaign after its name was typed; says first, in numbers, what goes with it. */
export function DeleteDialog({ campaign, onClose }: { campaign: CampaignRow; onClose: () => void }) {
  const { effects: data, problem, isCounting, remove } = useDeleteCampaign(campaign.id);
  if (!data) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`Delete ${campaign.name}`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {problem ? (
          <Callout tone="danger" role="alert">
            {problem.message}
          </Callout>
        ) : (
          isCounting && <Loading label="Counting what would be deleted" />
        )}
      </Dialog>
    );
  }
  if (!data.is_allowed)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`${data.name} cannot be deleted now`}
        description={data.reason}
        footer={<Button onClick={onClose}>Close</Button>}
      />
    );
  const gone = [
    [data.leads, counted(data.leads, 'lead enrolment')],
    [data.steps, counted(data.steps, 'step')],
    [data.subsequences, counted(data.subsequences, 'subsequence')],
    [data.uploads, counted(data.uploads, 'upload')],
    [data.webhooks, counted(data.webhooks, 'webhook')],
  ] as const;
  const listed = gone.filter(([count]) => count > 0).map(([, text]) => text);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete ${data.name}`}
      confirmLabel="Delete campaign"
      typedText={data.name.trim()}
      description={
        <>
          {listed.length > 0 ? (
            <>This deletes {listed.join(', ')} for good. </>
          ) : (
            'This deletes the campaign for good. '
          )}
          {data.sent_emails > 0 && (
            <>
              {counted(data.sent_emails, 'sent email')} and {counted(data.replies, 'reply', 'replies')} stay in the
              inbox and in the figures of the workspace.
            </>
          )}
        </>
      }
      onConfirm={async () => {
        await remove();
        toasts.show({ title: `${data.name} deleted` });
      }}
    />
  );
}

/** Asks before a stop, which nothing undoes. */
export function StopDialog({
  name,
  leads,
  onClose,
  onStop,
}: {
  name: string;
  leads: number;
  onClose: () => void;
  onStop: () => Promise<void>;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Stop ${name} for good`}
      confirmLabel="Stop for good"
      description={`${leads === 0 ? 'No lead is waiting.' : `${counted(leads, 'lead')} not finished get no more emails.`} A stopped campaign cannot be resumed; a copy of it with the unfinished leads can continue.`}
      onConfirm={onStop}
    />
  );
}

/** What a bulk action left as it was, with the reason of each. */
export function RefusedDialog({
  title,
  refused,
  nameOf,
  onClose,
}: {
  title: string;
  refused: Refused[];
  nameOf: (id: number) => string;
  onClose: () => void;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? refused : refused.slice(0, 8);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="medium"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul style={{ display: 'grid', gap: 'var(--s-2)' }}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <b style={{ fontWeight: 'var(--w-medium)' }}>{nameOf(entry.id)}</b>
            <br />
            {entry.message}
          </li>
        ))}
      </ul>
      {refused.length > shown.length && (
        <Button size="small" variant="ghost" onClick={() => setAll(true)}>
          Show {refused.length - shown.length} more
        </Button>
      )}
    </Dialog>
  );
}

import { useState } from 'react';
import type { LeadAction, LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Menu } from '@skein/ui/menu';
import { counted } from '@skein/ui/counted';
import { VerifyDialog } from '../verification/verify-dialog';
import { useLeadWork } from './use-lead-work';
import { ListDialog, PushDialog, TagDialog } from './bulk-dialogs';

type Kind = 'push' | 'verify' | 'list' | 'tag' | 'unsubscribe' | 'delete' | 'erase' | 'remove';

interface LeadBulkProps {
  selection: LeadSelection;
  /** Null when it is not counted. */
  count: number | null;
  /** The list that is looked at, if one is. */
  list?: { id: number; name: string };
  onDone: () => void;
}

/** What can be done with the selected leads. What changes them waits ten seconds in which it can be undone. */
export function LeadBulk({ selection, count, list, onDone }: LeadBulkProps) {
  const access = useAccess();
  const isClient = useSessionUser()?.isClient ?? false;
  const work = useLeadWork();
  const [open, setOpen] = useState<Kind | null>(null);
  const close = () => setOpen(null);
  const run = async (action: LeadAction) => {
    await work(selection, action);
    onDone();
  };
  const quietly = (action: LeadAction) => {
    run(action).catch((error: unknown) => showProblem('Nothing was started', error));
  };
  const many = count === null ? 'all matching leads' : counted(count, 'lead');
  return (
    <>
      <Button variant="ghost" icon="send" onClick={() => setOpen('push')}>
        Push to campaign
      </Button>
      <Button variant="ghost" icon="list" onClick={() => setOpen('list')}>
        Add to list
      </Button>
      <Button variant="ghost" icon="tag" onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {!isClient && (
        <Button variant="ghost" icon="check" onClick={() => setOpen('verify')}>
          Verify emails
        </Button>
      )}
      {access.may('lead.export') && (
        <Button variant="ghost" icon="download" onClick={() => quietly({ kind: 'EXPORT' })}>
          Export
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="ghost" iconEnd="chevron-down">
            More
          </Button>
        }
        entries={[
          ...(list
            ? [{ label: `Remove from ${list.name}`, icon: 'minus' as const, onSelect: () => setOpen('remove') }]
            : []),
          {
            label: 'Unsubscribe from everything',
            icon: 'block',
            tone: 'danger',
            onSelect: () => setOpen('unsubscribe'),
          },
          ...(access.may('lead.delete')
            ? [
                { label: 'Delete', icon: 'trash' as const, tone: 'danger' as const, onSelect: () => setOpen('delete') },
                {
                  label: 'Erase (GDPR)',
                  icon: 'lock' as const,
                  tone: 'danger' as const,
                  detail: 'Everything that names the person',
                  onSelect: () => setOpen('erase'),
                },
              ]
            : []),
        ]}
      />
      {open === 'push' && <PushDialog many={many} list={list} onClose={close} onPush={run} />}
      {open === 'verify' && (
        <VerifyDialog
          name={list ? list.name : 'Selected leads'}
          selection={selection}
          onClose={close}
          onStarted={onDone}
        />
      )}
      {open === 'list' && <ListDialog many={many} list={list} onClose={close} onAdd={run} />}
      {open === 'tag' && <TagDialog many={many} onClose={close} onTag={run} />}
      {open && <BulkQuestion kind={open} many={many} count={count} list={list} onClose={close} onRun={run} />}
    </>
  );
}

interface BulkQuestionProps extends Pick<LeadBulkProps, 'count' | 'list'> {
  kind: Kind;
  /** The leads as words: "349 leads". */
  many: string;
  onClose: () => void;
  onRun: (action: LeadAction) => Promise<void>;
}

/** Asks before leads lose something; nothing for what has a dialog of its own. */
function BulkQuestion({ kind, many, count, list, onClose, onRun }: BulkQuestionProps) {
  const shared = { open: true, onOpenChange: onClose };
  if (kind === 'remove' && list)
    return (
      <ConfirmDialog
        {...shared}
        tone="normal"
        title={`Remove ${many} from ${list.name}`}
        confirmLabel="Remove"
        description="They stay in the workspace and in their campaigns."
        onConfirm={() => onRun({ kind: 'REMOVE_FROM_LIST', list_id: list.id })}
      />
    );
  if (kind === 'unsubscribe')
    return (
      <ConfirmDialog
        {...shared}
        title={`Unsubscribe ${many}`}
        confirmLabel="Unsubscribe"
        description="Adds their addresses to the block list and stops every running sequence. You have ten seconds to undo it."
        onConfirm={() => onRun({ kind: 'UNSUBSCRIBE' })}
      />
    );
  if (kind === 'delete')
    return (
      <ConfirmDialog
        {...shared}
        title={`Delete ${many}`}
        confirmLabel="Delete"
        typedText={count === null ? 'delete' : String(count)}
        description="Deletes their notes and tasks too, and removes them from every campaign. Emails stay in their mailboxes. You have ten seconds to undo it."
        onConfirm={() => onRun({ kind: 'DELETE' })}
      />
    );
  if (kind === 'erase')
    return (
      <ConfirmDialog
        {...shared}
        title={`Erase ${many}`}
        confirmLabel="Erase"
        typedText="erase"
        description="Erases everything that names them, emails included. Only a hash of each address stays, to keep it from being imported again. You can undo it for ten seconds; after that it is permanent."
        onConfirm={() => onRun({ kind: 'ERASE' })}
      />
    );
  return null;
}

import type { ComponentProps } from 'react';
import { PushDialog } from '../../subsequence/push-dialog';
import { RemoveDialog, ResumeDialog, UnsubscribeDialog } from './lead-dialogs';
import type { MenuPlace, OpenLeadDialog } from './lead-menus';

/** The dialog that is open about some leads of the list. */
export function LeadListDialog({
  open,
  targets,
  actions,
  withSelection,
  onClose,
}: Pick<MenuPlace, 'actions' | 'withSelection'> & {
  open: OpenLeadDialog;
  targets: ComponentProps<typeof PushDialog>['targets'];
  onClose: () => void;
}) {
  return (
    <>
      {open.kind === 'resume' && (
        <ResumeDialog
          count={open.count}
          onClose={onClose}
          onConfirm={(days) => withSelection(open.selection, (selected) => actions.resume(selected, days))}
        />
      )}
      {open.kind === 'unsubscribe' && (
        <UnsubscribeDialog
          count={open.count}
          onClose={onClose}
          onConfirm={(everywhere) =>
            withSelection(open.selection, (selected) => actions.unsubscribe(selected, everywhere))
          }
        />
      )}
      {open.kind === 'push' && (
        <PushDialog
          count={open.count}
          targets={targets}
          onClose={onClose}
          onConfirm={(target, options) =>
            withSelection(open.selection, (selected) => actions.push(selected, target, options))
          }
        />
      )}
      {open.kind === 'remove' && (
        <RemoveDialog
          count={open.count}
          onClose={onClose}
          onConfirm={() => withSelection(open.selection, actions.remove)}
        />
      )}
    </>
  );
}

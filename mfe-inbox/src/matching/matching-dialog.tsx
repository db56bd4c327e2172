import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { LoadProblem } from '@skein/ui/load-problem';
import { Dialog } from '@skein/ui/dialog';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import type { MatchingRequest } from '../inbox/use-bulk';
import { undoOf } from '../recent/undo-kept';
import { useCategories } from '../use-categories';
import { useMatching, type Matching } from './matching.hooks';
import { orderOf, verbOf } from './matching-labels';

/** Asks before something is done to everything that matches, with the exact number, and begins it. */
export function MatchingDialog({
  asked: { action },
  onClose,
  ...matching
}: Matching & {
  asked: MatchingRequest;
  onClose: (isStarted: boolean) => void;
}) {
  const dispatch = useAppDispatch();
  const { nameOf } = useCategories();
  const { total, problem, start } = useMatching(matching);
  if (total === undefined)
    return (
      <Dialog open onOpenChange={() => onClose(false)} title="Everything that matches">
        {problem ? (
          <LoadProblem title="The conversations could not be counted." {...problem} />
        ) : (
          <Loading label="Counting the conversations">
            <SkeletonLines lines={2} />
          </Loading>
        )}
      </Dialog>
    );
  const order = orderOf(action, total, nameOf);
  const begin = async () => {
    const { canUndo, changeKey } = await start(action);
    toasts.show({
      title: order,
      text: 'This runs in the background. Progress is shown above the list.',
      ...(canUndo ? { undo: undoOf(dispatch, changeKey, order) } : {}),
    });
    onClose(true);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose(false);
      }}
      tone="normal"
      title={`${order}?`}
      description={`This includes conversations that aren’t loaded. New ones that arrive later stay as they are. ${undoWords(action)}`}
      confirmLabel={verbOf(action)}
      onConfirm={begin}
    />
  );
}

const undoWords = (action: MatchingRequest['action']): string =>
  action.do === 'push'
    ? 'Once it’s done you can move back leads that the subsequence hasn’t emailed yet.'
    : action.do === 'category'
      ? 'Once it’s done you can undo it, except for leads that a subsequence has emailed because of the new category.'
      : 'Once it’s done you can undo it.';

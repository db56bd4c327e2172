import { problemOf } from '@skein/mfe/problem';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { LoadProblem } from '@skein/ui/load-problem';
import { Dialog } from '@skein/ui/dialog';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import type { ListQuery } from '../api';
import type { MatchingRequest } from '../inbox/use-bulk';
import { undoLater } from '../undo-later';
import { useCategories } from '../use-categories';
import { useChangeMatchingMutation, useCountMatchingQuery, useUndoMatchingChangeMutation } from './matching-api';
import { orderOf } from './matching-words';

/** Asks before something is done to everything that matches, with the exact number, and begins it. */
export function MatchingDialog({
  asked: { action },
  query: { folder, sort: _, ...filter },
  excluded,
  onClose,
}: {
  asked: MatchingRequest;
  query: ListQuery;
  excluded: ReadonlySet<number>;
  onClose: (isStarted: boolean) => void;
}) {
  const { nameOf } = useCategories();
  const matching = { ...(folder ? { folder } : {}), filter, excluded_ids: [...excluded] };
  const { currentData: counts, error, refetch } = useCountMatchingQuery({ body: matching });
  const [start] = useChangeMatchingMutation();
  const [undo] = useUndoMatchingChangeMutation();
  if (!counts)
    return (
      <Dialog open onOpenChange={() => onClose(false)} title="Everything that matches">
        {error ? (
          <LoadProblem
            title="The conversations could not be counted."
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label="Counting the conversations">
            <SkeletonLines lines={2} />
          </Loading>
        )}
      </Dialog>
    );
  const { total } = counts;
  const order = orderOf(action, total, nameOf);
  const begin = async () => {
    try {
      const { bulk_id, can_undo } = await start({ body: { ...matching, action, expected_total: total } }).unwrap();
      const takeBack = async () => {
        await undo({ params: { bulkId: bulk_id } }).unwrap();
        toasts.show({ key: 'undone', tone: 'info', title: `Undoing: ${order}` });
      };
      toasts.show({
        title: order,
        text: 'This runs in the background. Progress is shown above the list.',
        ...(can_undo ? { undo: undoLater(takeBack) } : {}),
      });
    } catch (failure) {
      // More match by now: they are counted again, and confirmed again.
      if (problemOf(failure).code === 'CONFLICT') void refetch();
      throw failure;
    }
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
      confirmLabel={`Change ${counted(total, 'conversation')}`}
      onConfirm={begin}
    />
  );
}

const undoWords = (action: MatchingRequest['action']): string =>
  action.do === 'push'
    ? 'Once it’s done you can move back leads that the subsequence has not emailed yet.'
    : action.do === 'category'
      ? 'Once it’s done you can undo it. What triggers do because of the new category stays.'
      : 'Once it’s done you can undo it.';

import { isRunActive, RunCard } from '@skein/mfe/run-card';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Row } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { useCategories } from '../use-categories';
import { useCancelMatchingChangeMutation, useMatchingChangeQuery, useUndoMatchingChangeMutation } from './matching-api';
import { orderOf, outcomeOf, statusWords } from './matching-words';

/** The newest change of everything that matched, above the list: how far it is, what came of it, and the way back. */
export function MatchingCard({ bulkId, onClose }: { bulkId: number; onClose: () => void }) {
  const { nameOf } = useCategories();
  const { data: change } = useMatchingChangeQuery(
    { params: { bulkId } },
    { pollingInterval: 10_000, skipPollingIfUnfocused: true },
  );
  const [cancel, { isLoading: isStopping }] = useCancelMatchingChangeMutation();
  const [undo, { isLoading: isUndoing }] = useUndoMatchingChangeMutation();
  if (!change) return null;
  const isUndo = change.status === 'UNDOING' || change.status === 'UNDONE' || change.restored + change.kept > 0;
  const params = { bulkId };
  const tell = (work: Promise<unknown>, title: string) =>
    void work.catch((error: unknown) => showProblem(title, error));
  return (
    <section aria-label="Change of everything that matched" style={{ padding: 'var(--s-2) var(--s-3)', flex: 'none' }}>
      <RunCard
        run={isUndo ? { ...change, done: change.restored + change.kept, total: change.changed } : change}
        title={`${statusWords[change.status]}: ${orderOf(change.action, change.total, nameOf)}`}
        label={statusWords[change.status]}
        parts={
          isUndo
            ? [
                { id: 'restored', label: 'As before', value: change.restored, tone: 'success' },
                { id: 'kept', label: 'Kept', value: change.kept, tone: 'warning' },
              ]
            : [
                { id: 'changed', label: 'Changed', value: change.changed, tone: 'success' },
                { id: 'rest', label: 'Not changed', value: change.done - change.changed, tone: 'neutral' },
              ]
        }
        stoppedTitle={isUndo ? 'The undo stopped.' : 'The change stopped.'}
        row="conversation"
        rowsDone="done"
        onStop={() => tell(cancel({ params, body: {} }).unwrap(), 'The change was not stopped')}
        isStopping={isStopping}
        otherwise={
          !isRunActive(change) && (
            <Row $gap={2}>
              {change.can_undo && (
                <Button
                  size="small"
                  loading={isUndoing}
                  onClick={() => tell(undo({ params }).unwrap(), 'The change was not undone')}
                >
                  Undo
                </Button>
              )}
              <Button size="small" variant="ghost" onClick={onClose}>
                Close
              </Button>
            </Row>
          )
        }
      >
        <Text>{outcomeOf(change)}</Text>
        {!isRunActive(change) && !change.can_undo && !isUndo && change.no_undo_reason && (
          <Text $tone="muted">{change.no_undo_reason}</Text>
        )}
      </RunCard>
    </section>
  );
}

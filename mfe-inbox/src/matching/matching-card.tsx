import { isRunActive, RunCard } from '@skein/mfe/run-card';
import { Button } from '@skein/ui/button';
import { Row } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { useCategories } from '../use-categories';
import { useMatchingChange } from './matching.hooks';
import { orderOf, outcomeOf, statusWords } from './matching-labels';

/** The newest change of everything that matched, above the list: how far it is, what came of it, and the way back. */
export function MatchingCard({ bulkId, onClose }: { bulkId: number; onClose: () => void }) {
  const { nameOf } = useCategories();
  const { change, isStopping, isUndoing, stop, undo } = useMatchingChange(bulkId);
  if (!change) return null;
  const isUndo = change.status === 'UNDOING' || change.status === 'UNDONE' || change.restored + change.kept > 0;
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
        onStop={() => void stop()}
        isStopping={isStopping}
        otherwise={
          !isRunActive(change) && (
            <Row $gap={2}>
              {change.can_undo && (
                <Button size="small" loading={isUndoing} onClick={() => void undo()}>
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

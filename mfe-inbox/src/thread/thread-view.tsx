import { memo } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading, Skeleton } from '@skein/ui/skeleton';
import { useAskAhead } from './asked-ahead';
import { OpenThread } from './open-thread';
import { Pane } from './thread-pane';
import { useThread } from './use-thread';

export interface ThreadViewProps {
  enrolmentId: number;
  /** Another conversation was chosen; this one is shown until that is loaded. */
  isLeaving?: boolean;
  /** The next conversation, once this one is done with. */
  onMoveOn?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onShowLead?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** One conversation: loading, gone, or open. What it is given stays the same when it is shown after having been drawn ahead. */
export const ThreadView = memo(function ThreadView({ enrolmentId, isLeaving = false, ...ways }: ThreadViewProps) {
  const thread = useThread(enrolmentId);
  const { data, error } = thread;
  useAskAhead(data || error ? null : enrolmentId);
  if (data)
    return <OpenThread {...ways} enrolmentId={enrolmentId} isLeaving={isLeaving} thread={{ ...thread, data }} />;
  if (error) return <Unreadable error={error} onRetry={thread.retry} onBack={ways.onBack} />;
  return (
    <Pane aria-label="Conversation">
      <Loading label="Loading the conversation">
        <div style={{ display: 'grid', gap: 'var(--s-3)', padding: 'var(--s-4)' }}>
          <Skeleton $width="52%" $height={20} />
          <Skeleton $height={40} />
          <Skeleton $height={40} />
          <Skeleton $height={180} />
        </div>
      </Loading>
    </Pane>
  );
});

function Unreadable({
  error,
  onRetry,
  onBack,
}: {
  error: unknown;
  onRetry: () => void;
  onBack: (() => void) | undefined;
}) {
  const problem = problemOf(error);
  const isGone = problem.status === 404;
  return (
    <Pane aria-label="Conversation">
      <div style={{ flex: 1, display: 'grid', placeItems: 'center' }}>
        <EmptyState
          icon="alert"
          title={isGone ? 'Conversation not found' : "The conversation couldn't be loaded"}
          actions={
            isGone ? (
              onBack && <Button onClick={onBack}>Back to the list</Button>
            ) : (
              <Button onClick={onRetry}>Try again</Button>
            )
          }
        >
          {isGone ? 'It was deleted, or you do not have access to it.' : problem.message}
        </EmptyState>
      </div>
    </Pane>
  );
}

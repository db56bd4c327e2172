import { useRef, useState } from 'react';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import { deviceName } from '@skein/mfe/device-name';
import { Button } from '@skein/ui/button';
import { CardList } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Grow } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { usePersonSessions } from './people.hooks';

/** Where a person is logged in, with a way to end one session or all of them. */
export function SessionsDialog({ person, onClose }: { person: OperatorPersonView; onClose: () => void }) {
  const { timeZone } = useUi();
  const { sessions: data, problem, end, isEnding } = usePersonSessions(person.id);
  const [ending, setEnding] = useState<string | null>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const sessions = data ?? [];
  const finish = async (sessionId: string | null) => {
    setEnding(sessionId);
    const ended = await end(sessionId);
    if (ended === null) return;
    toasts.show({ title: `${counted(ended, 'session')} of ${person.name} ended` });
    if (sessionId === null) onClose();
    // The row that had the focus is gone.
    else closeButton.current?.focus();
  };
  const now = new Date();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Sessions of ${person.name}`}
      description="Ending a session logs that browser out at once. The person can log in again."
      footer={
        <>
          <Button ref={closeButton} onClick={onClose}>
            Close
          </Button>
          {sessions.length > 0 && (
            <Button variant="danger" loading={isEnding && ending === null} onClick={() => void finish(null)}>
              End all sessions
            </Button>
          )}
        </>
      }
    >
      {problem && <LoadProblem title="The sessions could not be loaded." {...problem} />}
      {!data && !problem && (
        <Loading label="Loading sessions">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data && sessions.length === 0 && <Text $tone="muted">{person.name} isn’t logged in anywhere.</Text>}
      <CardList>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon name="desktop" style={{ color: 'var(--muted)' }} />
            <Grow>
              <span title={session.user_agent ?? undefined}>{deviceName(session.user_agent)}</span>
              <Hint>
                {session.ip ?? 'Unknown address'}, used{' '}
                <span title={fullInstant(session.last_used_at, timeZone)}>
                  {shortInstant(session.last_used_at, now, timeZone)}
                </span>
              </Hint>
            </Grow>
            <Button
              size="small"
              aria-label={`End ${deviceName(session.user_agent)}, ${session.ip ?? 'unknown address'}`}
              loading={isEnding && ending === session.id}
              onClick={() => void finish(session.id)}
            >
              End
            </Button>
          </li>
        ))}
      </CardList>
    </Dialog>
  );
}

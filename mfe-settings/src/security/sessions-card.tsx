import { useState } from 'react';
import { clearSession } from '@skein/mfe/session';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { Grow } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { withSentence } from '@skein/mfe/with-sentence';
import { useSessions } from './security.hooks';
import { deviceName } from '@skein/mfe/device-name';

/** Where the person is logged in, and a way to end one session or all of them. */
export function SessionsCard() {
  const { timeZone } = useUi();
  const { sessions, problem, end, endAll } = useSessions();
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null);
  const now = new Date();
  return (
    <Card
      title="Where you are logged in"
      {...(sessions ? { detail: sessions.length.toLocaleString('en-US') } : {})}
      padded={false}
      actions={
        <Button size="small" variant="danger" onClick={() => setAsking(true)}>
          Log out everywhere
        </Button>
      }
    >
      {problem && (
        <Callout
          tone="danger"
          role="alert"
          title="The sessions could not be loaded."
          actions={
            <Button size="small" onClick={problem.onRetry}>
              Try again
            </Button>
          }
          style={{ margin: 'var(--s-3)' }}
        >
          {problem.message}
        </Callout>
      )}
      {!sessions && !problem && <Loading label="Loading sessions" />}
      <CardList>
        {sessions?.map((session) => (
          <li key={session.id}>
            <Icon name="desktop" style={{ color: 'var(--muted)' }} />
            <Grow>
              <span>{deviceName(session.user_agent)}</span>{' '}
              {session.is_current && (
                <Badge tone="success" glyph="done">
                  This one
                </Badge>
              )}
              <Hint>
                <span title={session.user_agent ?? undefined}>{session.ip ?? 'Unknown address'}</span>, since{' '}
                <span title={fullInstant(session.created_at, timeZone)}>
                  {shortInstant(session.created_at, now, timeZone)}
                </span>
              </Hint>
            </Grow>
            <Hint as="span" title={fullInstant(session.last_used_at, timeZone)}>
              used {shortInstant(session.last_used_at, now, timeZone)}
            </Hint>
            {!session.is_current && (
              <Button
                size="small"
                variant="ghost"
                aria-label={`Log out ${deviceName(session.user_agent)}, since ${shortInstant(session.created_at, now, timeZone)}`}
                onClick={() => setEnding({ id: session.id, name: deviceName(session.user_agent) })}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </CardList>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={`Log out ${ending?.name ?? ''}`}
        confirmLabel="Log out"
        description="That browser loses access at once, wherever it is."
        onConfirm={async () => {
          if (!ending) return;
          await withSentence(end(ending.id));
          toasts.show({ title: `${ending.name} is logged out` });
        }}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Log out everywhere"
        confirmLabel="Log out everywhere"
        description={`${counted(sessions?.length ?? 1, 'session')} ${sessions?.length === 1 ? 'ends' : 'end'}, this one too. API keys keep working.`}
        onConfirm={async () => {
          await withSentence(endAll());
          clearSession();
        }}
      />
    </Card>
  );
}

import { undoHours, type RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { usePage } from '@skein/mfe/page';
import { useSessionUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Card, CardList } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { InstantText } from '@skein/ui/instant-text';
import { Grow } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { emptyAddress, root, writeAddress } from '../inbox/inbox-address';
import { useInboxKeys } from '../inbox/inbox-keys';
import { useCategories } from '../use-categories';
import { titleOf } from './recent-labels';
import { useRecentChanges } from './recent.hooks';

/** What was done in the inbox within a day, and the way back from it: also after a reload. */
export function RecentPage() {
  usePage([{ label: 'Master inbox', to: root }, { label: 'Recent changes' }]);
  useInboxKeys(null);
  const { changes, problem, busy, undo } = useRecentChanges();
  const { nameOf } = useCategories();
  const { timeZone } = useUi();
  const me = useSessionUser();
  return (
    <>
      <PageHeader title="Recent changes" />
      <PageBody $well>
        <Card title={`Last ${undoHours} hours`} detail={changes?.length} padded={false}>
          {problem && !changes && <LoadProblem title="The recent changes could not be loaded." {...problem} />}
          {!changes && !problem && (
            <Loading label="Loading the recent changes">
              <div style={{ padding: 'var(--s-4)' }}>
                <SkeletonLines lines={6} />
              </div>
            </Loading>
          )}
          {changes?.length === 0 && (
            <EmptyState icon="undo" title="Nothing to undo" level={3}>
              What you archive, categorise, snooze, note or block is listed here for {undoHours} hours.
            </EmptyState>
          )}
          <CardList>
            {(changes ?? []).map((change) => {
              const title = titleOf(change, nameOf, { userId: me?.id, timeZone });
              return (
                <li key={change.key}>
                  <Grow>
                    <div style={{ overflowWrap: 'anywhere' }}>{title}</div>
                    <AboutChange change={change} />
                  </Grow>
                  {change.can_undo && (
                    <Button
                      size="small"
                      icon="undo"
                      aria-label={`Undo: ${title}`}
                      loading={busy === change.key}
                      onClick={() => void undo(change, title)}
                    >
                      Undo
                    </Button>
                  )}
                </li>
              );
            })}
          </CardList>
        </Card>
      </PageBody>
    </>
  );
}

/** About whom, by whom and when; and why it stays, where it does. */
function AboutChange({ change: { conversation, by, at, state, no_undo_reason: reason } }: { change: RecentChange }) {
  const me = useSessionUser();
  return (
    <>
      <SubLine>
        {conversation && (
          <>
            <Link href={writeAddress({ ...emptyAddress, folder: 'all', conversation: conversation.enrolment_id })}>
              {conversation.name}
            </Link>
            {', '}
          </>
        )}
        {by.id === me?.id ? 'you' : by.name}, <InstantText at={at} />
      </SubLine>
      {state === 'UNDER_WAY' && <Text $tone="muted">Under way</Text>}
      {state === 'UNDONE' && <Text $tone="muted">Undone</Text>}
      {state === 'DONE' && reason !== null && <Text $tone="muted">{reason}</Text>}
    </>
  );
}

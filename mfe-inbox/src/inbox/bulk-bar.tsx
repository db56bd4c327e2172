import { useMemo, useRef, useState } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { lazyPage } from '@skein/mfe/lazy-page';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { counted } from '@skein/ui/counted';
import { Menu } from '@skein/ui/menu';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { snoozeTimes } from '../times/time-choices';
import { Later } from '../thread/later';
import { useCategories } from '../use-categories';
import { useNow } from '../use-now';
import { useLeadsToPush, type LeadsToPush } from './bulk-push';
import type { Inbox } from './inbox.hooks';
import { SelectionBar } from './selection-bar';
import { useBulk } from './use-bulk';
import type { Selection } from './use-selection';

const doNotContact = 4;
const MatchingDialog = lazyPage(() => import('../matching/matching-dialog').then((module) => module.MatchingDialog));
const SubsequenceForm = lazyPage(() => import('../thread/subsequence-dialog').then((module) => module.SubsequenceForm));

/** What the keys of the selection do. */
interface BulkKeys {
  archive(): void;
  read(): void;
  important(): void;
  assign(): void;
  categorise(id: number): void;
  push(): void;
  clear(): void;
}

/** The keys of one conversation, working on the selection while there is one. */
function useBulkKeys(does: BulkKeys, mayPush: boolean): void {
  const latest = useRef(does);
  latest.current = does;
  const keys = useMemo<Action[]>(() => {
    const group = 'Selected conversations';
    const key = (id: string, keys: string, label: string, run: () => void): Action => ({
      id: `bulk.${id}`,
      label,
      group,
      keys,
      run,
    });
    return [
      key('archive', 'e', 'Archive the selection', () => latest.current.archive()),
      key('read', 'u', 'Mark the selection as read', () => latest.current.read()),
      key('important', 'i', 'Mark the selection as important', () => latest.current.important()),
      key('assign', 'a', 'Assign the selection to me', () => latest.current.assign()),
      ...(mayPush ? [key('push', 'l s', 'Move the selection to a subsequence', () => latest.current.push())] : []),
      key('clear', 'escape', 'Clear the selection', () => latest.current.clear()),
      ...[1, 2, 3, 5, 6, 7].map((id) =>
        key(`category-${id}`, String(id), `Category ${id} for the selection`, () => latest.current.categorise(id)),
      ),
    ];
  }, [mayPush]);
  useActions(keys);
}

/** What can be done with the chosen conversations; the keys of one conversation work on all of them meanwhile. */
export function BulkBar({ inbox, selection }: { inbox: Inbox; selection: Selection }) {
  const { categories, nameOf } = useCategories();
  const user = useUser();
  const { now } = useNow();
  const { timeZone } = useUi();
  const { run, asked, close } = useBulk(inbox, selection);
  const isArchived = inbox.address.folder === 'archived';
  const pushable = useLeadsToPush(inbox, selection);
  const mayPush = pushable !== null;
  const [pushing, setPushing] = useState<LeadsToPush | null>(null);
  const categorise = (id: number | null) =>
    run({ do: 'category', category_id: id, pause_lead: false }, { category: nameOf(id) });
  const does = {
    archive: () => run({ do: 'archive', is_archived: !isArchived }),
    read: () => run({ do: 'read', is_read: true }),
    unread: () => run({ do: 'read', is_read: false }),
    important: () => run({ do: 'important', is_important: true }),
    assign: () => run({ do: 'assign', user_id: user.id }),
    categorise,
    push: () => {
      if (!pushable) return;
      if ('refusal' in pushable) toasts.show({ title: 'No leads were moved', text: `${pushable.refusal}.` });
      else setPushing(pushable);
    },
    clear: selection.clear,
  };
  useBulkKeys(does, mayPush);
  return (
    <SelectionBar
      selection={selection}
      shown={inbox.rows.map((row) => row.enrolment_id)}
      total={inbox.total}
      totalIsCapped={inbox.totalIsCapped}
    >
      <Button size="small" icon="archive" onClick={does.archive}>
        {isArchived ? 'Move to inbox' : 'Archive'}
      </Button>
      <Menu
        entries={[
          ...categories
            .filter(({ id }) => (id <= 7 || id > 9) && id !== doNotContact)
            .map(({ id, name }) => ({ label: name, icon: 'tag' as const, onSelect: () => categorise(id) })),
          { kind: 'separator' },
          { label: 'Remove category', icon: 'close', onSelect: () => categorise(null) },
        ]}
        trigger={
          <Button size="small" icon="tag">
            Category
          </Button>
        }
      />
      <Menu
        entries={[
          { label: 'Mark as read', icon: 'mail', keys: ['u'], onSelect: does.read },
          { label: 'Mark as unread', icon: 'mail', onSelect: does.unread },
          { label: 'Important', icon: 'star', keys: ['i'], onSelect: does.important },
          { label: 'Assign to me', icon: 'user', keys: ['a'], onSelect: does.assign },
          { label: 'Unassign', icon: 'user', onSelect: () => run({ do: 'assign', user_id: null }) },
          { label: 'Pause the sequence', icon: 'pause', onSelect: () => run({ do: 'pause' }) },
          ...(pushable
            ? [
                {
                  label: 'Move to subsequence',
                  icon: 'branch' as const,
                  keys: ['l', 's'],
                  onSelect: does.push,
                  ...('refusal' in pushable ? { disabled: true, detail: pushable.refusal } : {}),
                },
              ]
            : []),
          { kind: 'separator' },
          ...snoozeTimes(now, timeZone).map((choice) => ({
            label: `Snooze: ${choice.label}`,
            detail: choice.detail,
            icon: 'moon' as const,
            onSelect: () => run({ do: 'snooze', until: choice.at.toISOString() }, { until: choice.detail }),
          })),
        ]}
        trigger={
          <Button size="small" icon="more">
            More
          </Button>
        }
      />
      {pushing && <PushDialog pushing={pushing} selection={selection} run={run} onClose={() => setPushing(null)} />}
      {asked && selection.chosen.all && (
        <Later height={0} part="The dialog">
          <MatchingDialog
            asked={asked}
            query={inbox.query}
            excluded={selection.chosen.excluded}
            onClose={(isStarted) => {
              close();
              if (isStarted) selection.clear();
            }}
          />
        </Later>
      )}
    </SelectionBar>
  );
}

/** Moves the leads that are named, or goes on to the question about all that match. */
function PushDialog({
  pushing: { campaign, enrolmentIds },
  selection,
  run,
  onClose,
}: {
  pushing: LeadsToPush;
  selection: Selection;
  run: ReturnType<typeof useBulk>['run'];
  onClose: () => void;
}) {
  const ids = enrolmentIds === 'all' ? [] : enrolmentIds;
  return (
    <Later height={0} part="The dialog">
      <SubsequenceForm
        campaign={campaign}
        enrolmentIds={ids}
        name={counted(enrolmentIds === 'all' ? selection.count : ids.length, 'lead')}
        {...(enrolmentIds === 'all'
          ? {
              onPick: (chosen) => {
                onClose();
                run({ do: 'push', ...chosen });
              },
            }
          : {})}
        onClose={(isMoved) => {
          onClose();
          if (isMoved) selection.clear();
        }}
      />
    </Later>
  );
}

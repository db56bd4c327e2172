import { useMemo, useRef, useState } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
import { useActions, type Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { useUser } from '@skein/mfe/session';
import { useChange } from '../inbox/use-change';
import type { TimeChoice } from '../times/time-choices';
import { useCategories } from '../use-categories';
import { askFor, type RecordKind } from './record-request';

export interface ThreadActions {
  /** Asks first where a category stops a lead everywhere. */
  categorise: (id: number | null) => void;
  toggleArchive: () => void;
  toggleRead: () => void;
  toggleImportant: () => void;
  assign: () => void;
  snooze: (choice: TimeChoice | null) => void;
  pause: () => void;
  ask: (kind: RecordKind) => void;
  canPause: boolean;
  canResume: boolean;
  mayBlock: boolean;
  /** Whether it is a lead of a campaign that can have subsequences. */
  mayPush: boolean;
  openLead: () => void;
}

const doNotContact = 4;

/** What can be done with a conversation; what takes it off the desk moves on to the next. */
export function useThreadActions(row: ConversationRow | undefined, mayAct: boolean, onMoveOn: () => void) {
  const change = useChange();
  const user = useUser();
  const { may } = useAccess();
  const { nameOf } = useCategories();
  const [asking, setAsking] = useState(false);
  const next = useRef(onMoveOn);
  next.current = onMoveOn;
  const actions = useMemo<ThreadActions | null>(() => {
    if (!row || !mayAct) return null;
    const one = [row];
    return {
      categorise: (id) => {
        if (id === doNotContact) return setAsking(true);
        if (id !== null) next.current();
        void change(one, { do: 'category', category_id: id, pause_lead: false }, { names: { category: nameOf(id) } });
      },
      toggleArchive: () => {
        if (!row.is_archived) next.current();
        void change(one, { do: 'archive', is_archived: !row.is_archived });
      },
      toggleRead: () => void change(one, { do: 'read', is_read: !row.is_read }),
      toggleImportant: () => void change(one, { do: 'important', is_important: !row.is_important }),
      assign: () => void change(one, { do: 'assign', user_id: row.assigned_user ? null : user.id }),
      snooze: (choice) => {
        if (choice) next.current();
        void change(
          one,
          { do: 'snooze', until: choice?.at.toISOString() ?? null },
          choice ? { names: { until: choice.detail } } : {},
        );
      },
      pause: () => void change(one, { do: 'pause' }),
      ask: (kind) => askFor(row.enrolment_id, kind),
      canPause: row.status === 'STARTED' || (row.status === 'INPROGRESS' && !row.is_held),
      canResume: row.is_held || row.status === 'PAUSED' || (row.status === 'STOPPED' && row.reason === 'REPLIED'),
      mayBlock: may('blocklist.write'),
      mayPush: may('lead.write') && may('campaign.read') && row.campaign.parent_campaign_id === null,
      openLead: () => {
        if (may('lead.read')) navigateTo(`/app/lead/${row.lead.id}/view`);
      },
    };
    // `may` is made anew with each drawing and depends on who is logged in only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, mayAct, change, user.id, nameOf(row?.category_id ?? null)]);
  const confirmStop = {
    open: asking,
    onOpenChange: setAsking,
    onConfirm: async () => {
      if (!row) return;
      next.current();
      await change(
        [row],
        { do: 'category', category_id: doNotContact, pause_lead: false },
        { names: { category: nameOf(doNotContact) } },
      );
    },
  };
  return { actions, confirmStop };
}

/** The keys of an open conversation, in the registry that the `?` sheet is made from. */
export function useThreadKeys(
  actions: ThreadActions | null,
  own: { reply: () => void; forward: () => void; snooze: () => void },
) {
  const { categories } = useCategories();
  const latest = useRef({ actions, own });
  latest.current = { actions, own };
  const names = categories
    .filter(({ id }) => id <= 7)
    .map(({ id, name }) => `${id} ${name}`)
    .join('|');
  const list = useMemo<Action[]>(() => {
    if (!actions) return [];
    const group = 'Conversation';
    const with_ = (run: (actions: ThreadActions) => void) => () => {
      if (latest.current.actions) run(latest.current.actions);
    };
    return [
      { id: 'thread.reply', label: 'Reply', group, keys: 'r', icon: 'reply', run: () => latest.current.own.reply() },
      {
        id: 'thread.forward',
        label: 'Forward',
        group,
        keys: 'f',
        icon: 'forward',
        run: () => latest.current.own.forward(),
      },
      {
        id: 'thread.archive',
        label: 'Archive and move on',
        group,
        keys: 'e',
        icon: 'archive',
        run: with_((all) => all.toggleArchive()),
      },
      {
        id: 'thread.unread',
        label: 'Mark as unread or read',
        group,
        keys: 'u',
        icon: 'mail',
        run: with_((all) => all.toggleRead()),
      },
      {
        id: 'thread.important',
        label: 'Important or not',
        group,
        keys: 'i',
        icon: 'star',
        run: with_((all) => all.toggleImportant()),
      },
      { id: 'thread.snooze', label: 'Snooze', group, keys: 's', icon: 'moon', run: () => latest.current.own.snooze() },
      {
        id: 'thread.assign',
        label: 'Assign to me or unassign',
        group,
        keys: 'a',
        icon: 'user',
        run: with_((all) => all.assign()),
      },
      ...names
        .split('|')
        .filter(Boolean)
        .map((entry): Action => ({
          id: `thread.category-${entry[0]}`,
          label: `${entry.slice(2)}, and move on`,
          group: 'Category',
          keys: entry[0] ?? '',
          icon: 'tag',
          run: with_((all) => all.categorise(Number(entry[0]))),
        })),
      { id: 'thread.note', label: 'Add note', group, keys: 'l n', icon: 'note', run: with_((all) => all.ask('note')) },
      { id: 'thread.task', label: 'Add task', group, keys: 'l t', icon: 'task', run: with_((all) => all.ask('task')) },
      {
        id: 'thread.reminder',
        label: 'Set a reminder',
        group,
        keys: 'l d',
        icon: 'bell',
        run: with_((all) => all.ask('reminder')),
      },
      {
        id: 'thread.subsequence',
        label: 'Move to subsequence',
        group,
        keys: 'l s',
        icon: 'branch',
        run: with_((all) => {
          if (all.mayPush) all.ask('subsequence');
        }),
      },
      {
        id: 'thread.revenue',
        label: 'Set expected revenue',
        group,
        keys: 'l v',
        icon: 'chart',
        run: with_((all) => all.ask('revenue')),
      },
      {
        id: 'thread.lead',
        label: 'Open the lead',
        group,
        keys: 'l o',
        icon: 'external',
        run: with_((all) => all.openLead()),
      },
      {
        id: 'thread.pause',
        label: 'Pause the sequence',
        group,
        keys: 'l p',
        icon: 'pause',
        run: with_((all) => {
          if (all.canPause) all.pause();
        }),
      },
      {
        id: 'thread.resume',
        label: 'Resume the sequence',
        group,
        keys: 'l r',
        icon: 'play',
        run: with_((all) => {
          if (all.canResume) all.ask('resume');
        }),
      },
      {
        id: 'thread.block',
        label: 'Block the domain',
        group,
        keys: 'l b',
        icon: 'block',
        run: with_((all) => {
          if (all.mayBlock) all.ask('block');
        }),
      },
    ];
  }, [actions === null, names]); // oxlint-disable-line react/exhaustive-deps -- the newest actions are read through the ref
  useActions(list);
}

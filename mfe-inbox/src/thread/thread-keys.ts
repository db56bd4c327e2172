import { useMemo, useRef } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { useCategories } from '../use-categories';
import type { ThreadActions } from './thread-actions';

interface OwnKeys {
  reply: () => void;
  forward: () => void;
  snooze: () => void;
}

/** Runs something with what can be done now. */
type WithActions = (run: (actions: ThreadActions) => void) => () => void;

const group = 'Conversation';

/** Answers the email, and takes the conversation off the desk. */
const answerKeys = (own: () => OwnKeys, act: WithActions): Action[] => [
  { id: 'thread.reply', label: 'Reply', group, keys: 'r', icon: 'reply', run: () => own().reply() },
  { id: 'thread.forward', label: 'Forward', group, keys: 'f', icon: 'forward', run: () => own().forward() },
  {
    id: 'thread.archive',
    label: 'Archive and move on',
    group,
    keys: 'e',
    icon: 'archive',
    run: act((all) => all.toggleArchive()),
  },
  {
    id: 'thread.unread',
    label: 'Mark as unread or read',
    group,
    keys: 'u',
    icon: 'mail',
    run: act((all) => all.toggleRead()),
  },
  {
    id: 'thread.important',
    label: 'Important or not',
    group,
    keys: 'i',
    icon: 'star',
    run: act((all) => all.toggleImportant()),
  },
  { id: 'thread.snooze', label: 'Snooze', group, keys: 's', icon: 'moon', run: () => own().snooze() },
  {
    id: 'thread.assign',
    label: 'Assign to me or unassign',
    group,
    keys: 'a',
    icon: 'user',
    run: act((all) => all.assign()),
  },
];

/** `1 Interested|2 Meeting request`: the categories that have a key. */
const categoryKeys = (names: string, act: WithActions): Action[] =>
  names
    .split('|')
    .filter(Boolean)
    .map((entry) => ({
      id: `thread.category-${entry[0]}`,
      label: `${entry.slice(2)}, and move on`,
      group: 'Category',
      keys: entry[0] ?? '',
      icon: 'tag',
      run: act((all) => all.categorise(Number(entry[0]))),
    }));

/** `l` and a letter: what is noted of the lead, and what changes its sequence. */
const leadKeys = (act: WithActions): Action[] => [
  { id: 'thread.note', label: 'Add note', group, keys: 'l n', icon: 'note', run: act((all) => all.ask('note')) },
  { id: 'thread.task', label: 'Add task', group, keys: 'l t', icon: 'task', run: act((all) => all.ask('task')) },
  {
    id: 'thread.reminder',
    label: 'Set a reminder',
    group,
    keys: 'l d',
    icon: 'bell',
    run: act((all) => all.ask('reminder')),
  },
  {
    id: 'thread.subsequence',
    label: 'Move to subsequence',
    group,
    keys: 'l s',
    icon: 'branch',
    run: act((all) => {
      if (all.mayPush) all.ask('subsequence');
    }),
  },
  {
    id: 'thread.revenue',
    label: 'Set expected revenue',
    group,
    keys: 'l v',
    icon: 'chart',
    run: act((all) => all.ask('revenue')),
  },
  {
    id: 'thread.lead',
    label: 'Open the lead',
    group,
    keys: 'l o',
    icon: 'external',
    run: act((all) => all.openLead()),
  },
  {
    id: 'thread.pause',
    label: 'Pause the sequence',
    group,
    keys: 'l p',
    icon: 'pause',
    run: act((all) => {
      if (all.canPause) all.pause();
    }),
  },
  {
    id: 'thread.resume',
    label: 'Resume the sequence',
    group,
    keys: 'l r',
    icon: 'play',
    run: act((all) => {
      if (all.canResume) all.ask('resume');
    }),
  },
  {
    id: 'thread.block',
    label: 'Block the domain',
    group,
    keys: 'l b',
    icon: 'block',
    run: act((all) => {
      if (all.mayBlock) all.ask('block');
    }),
  },
];

/** The keys of an open conversation, in the registry that the `?` sheet is made from. */
export function useThreadKeys(actions: ThreadActions | null, own: OwnKeys) {
  const { categories } = useCategories();
  const latest = useRef({ actions, own });
  latest.current = { actions, own };
  const names = categories
    .filter(({ id }) => id <= 7)
    .map(({ id, name }) => `${id} ${name}`)
    .join('|');
  const list = useMemo<Action[]>(() => {
    if (!actions) return [];
    const act: WithActions = (run) => () => {
      if (latest.current.actions) run(latest.current.actions);
    };
    return [...answerKeys(() => latest.current.own, act), ...categoryKeys(names, act), ...leadKeys(act)];
  }, [actions === null, names]); // oxlint-disable-line react/exhaustive-deps -- the newest actions are read through the ref
  useActions(list);
}

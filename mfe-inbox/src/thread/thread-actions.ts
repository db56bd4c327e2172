import { useMemo, useRef, useState } from 'react';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
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

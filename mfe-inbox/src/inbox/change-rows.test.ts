import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { changeRow, describeChange, neighbour, staysIn } from './change-rows';

const me = { id: 5, name: 'Maya Lindqvist' };
const row = (change: Partial<ConversationRow> = {}) =>
  ({
    enrolment_id: 1,
    category_id: 2,
    is_read: false,
    is_important: false,
    is_archived: false,
    snoozed_until: null,
    assigned_user: null,
    ...change,
  }) as ConversationRow;

it('shows a change before the server has answered', () => {
  expect(changeRow(row(), { do: 'category', category_id: 1, pause_lead: false }, me)).toMatchObject({
    category_id: 1,
    category_by: 'USER',
  });
  expect(changeRow(row(), { do: 'assign', user_id: 5 }, me).assigned_user).toEqual({ id: 5, name: 'Maya Lindqvist' });
});

it('takes a line out of the lists it no longer belongs to, and of no other', () => {
  const archive = { do: 'archive', is_archived: true } as const;
  expect(staysIn({ folder: 'replies' }, row(), archive, me)).toBe(false);
  expect(staysIn({ folder: 'archived' }, row(), archive, me)).toBe(true);
  expect(staysIn({ folder: 'all' }, row(), archive, me)).toBe(true);
  expect(staysIn({ folder: 'replies' }, row(), { do: 'snooze', until: '2026-11-20T08:00:00Z' }, me)).toBe(false);
  expect(
    staysIn(
      { folder: 'replies', category_ids: [2] },
      row({ category_id: 1 }),
      { do: 'category', category_id: 1, pause_lead: false },
      me,
    ),
  ).toBe(false);
  expect(staysIn({ folder: 'unread' }, row({ is_read: true }), { do: 'read', is_read: true }, me)).toBe(true);
});

it('moves on from a line that has left the list to the one that took its place', () => {
  expect(neighbour([10, 20, 30], 20, 1, 1)).toBe(30);
  expect(neighbour([10, 30], 20, 1, 1)).toBe(30);
  expect(neighbour([10, 30], 20, 1, -1)).toBe(10);
  expect(neighbour([10, 20], 20, 1, 1)).toBe(20);
  expect(neighbour([10, 20], null, -1, 1)).toBe(10);
  expect(neighbour([], 20, 1, 1)).toBeNull();
});

it('says what was done', () => {
  expect(describeChange({ do: 'category', category_id: 1, pause_lead: false }, 1, { category: 'Interested' })).toBe(
    'Categorised Interested',
  );
  expect(describeChange({ do: 'archive', is_archived: true }, 3, {})).toBe('Archived, 3 conversations');
});

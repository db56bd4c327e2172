import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import { narrowText } from './narrow-text';

it.each<[Narrowing, string | null, string]>([
  [{ group_by: 'client', group_key: '4' }, 'Acme', 'Acme'],
  [{ group_by: 'client', group_key: '4' }, null, 'one client'],
  [{ group_by: 'client', group_key: '' }, null, 'no client'],
  [{ group_by: 'client' }, 'Without client', 'Without client'],
  [{ group_by: 'campaign', group_key: '3' }, null, 'one campaign'],
  [{ group_by: 'mailbox', group_key: '8' }, 'rosa@one.test', 'rosa@one.test'],
  [{ group_by: 'mailbox_tag', group_key: '2' }, null, 'one mailbox tag'],
  [{ group_by: 'domain', group_key: 'one.test' }, 'other.test', 'one.test'],
  [{ group_by: 'provider', group_key: 'Google' }, null, 'Google'],
  [{ group_by: 'provider' }, null, 'no provider'],
  [{ answered_by: 7, answer: 'in_time' }, 'Tom', 'answered by Tom, answered within 4 h'],
  [{ answered_by: 7 }, null, 'answered by one person'],
  [{ answered_by: 'mailbox' }, 'Mail client', 'answered from another mail client'],
  [{ answer: 'open_late', assigned_to: 7 }, 'Tom', 'assigned to Tom, open over 4 h'],
  [{ answer: 'open_late', assigned_to: 7 }, null, 'assigned to one person, open over 4 h'],
  [{ answer: 'open_late', assigned_to: 'none' }, 'Unassigned', 'assigned to no one, open over 4 h'],
  [{ answer: 'answered', category: 1 }, 'Interested', 'Interested, answered'],
  [{ category: 1 }, null, 'one category'],
  [{ category: 'none' }, null, 'not assigned'],
  [{ answered_by: 7, category: 1 }, 'Tom', 'one category, answered by Tom'],
])('%j of %s is "%s"', (narrow, name, text) => {
  expect(narrowText(narrow, name)).toBe(text);
});

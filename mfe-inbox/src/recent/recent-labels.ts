import type { RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { counted } from '@skein/ui/counted';
import { spokenInstant } from '@skein/ui/instant';
import { describeChange } from '../inbox/change-rows';
import { money } from '../lead-panel/money';
import { orderOf } from '../matching/matching-labels';

/** Who reads it, and where. */
interface Reader {
  userId: number | undefined;
  timeZone: string;
}

const assigneeOf = ({ by }: RecentChange, userId: number | null, reader: Reader): string =>
  userId === reader.userId ? 'you' : userId === by.id ? by.name : 'a colleague';

/** What was done, in a line. */
export function titleOf(change: RecentChange, categoryName: (id: number | null) => string, reader: Reader): string {
  const { kind, action, subject, count } = change;
  if (kind === 'change' && action) {
    if (action.do === 'push') return orderOf(action, count, categoryName);
    if (action.do === 'category') return describeChange(action, count, { category: categoryName(action.category_id) });
    if (action.do === 'snooze' && action.until !== null)
      return describeChange(action, count, { until: spokenInstant(action.until, new Date(), reader.timeZone) });
    if (action.do === 'assign')
      return describeChange(action, count, { assignee: assigneeOf(change, action.user_id, reader) });
    return describeChange(action, count, {});
  }
  switch (kind) {
    case 'note':
      return `Note: ${subject ?? ''}`;
    case 'task':
      return `Task: ${subject ?? ''}`;
    case 'reminder':
      return subject ? `Reminder: ${subject}` : 'Reminder set';
    case 'task_done':
      return `Task completed: ${subject ?? ''}`;
    case 'task_reopened':
      return `Task reopened: ${subject ?? ''}`;
    case 'reminder_removed':
      return subject ? `Reminder removed: ${subject}` : 'Reminder removed';
    case 'revenue':
      return `Expected revenue set to ${money(subject ?? '0')}`;
    case 'address_forgotten':
      return subject ? `Address forgotten: ${subject}` : 'Address forgotten';
    case 'answer_cancelled':
      return 'AI answer cancelled';
    case 'template_deleted':
      return `Template deleted: ${subject ?? ''}`;
    case 'block_lists':
      return 'Block lists of untracked replies changed';
    case 'block':
      return count === 1 ? `Blocked ${subject ?? ''}` : `Blocked ${subject ?? ''} and ${count - 1} more`;
    default:
      return `${counted(count, 'lead')} moved to ${subject ?? 'a subsequence'}`;
  }
}

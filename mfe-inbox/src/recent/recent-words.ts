import type { RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { counted } from '@skein/ui/counted';
import { describeChange } from '../inbox/change-rows';
import { orderOf } from '../matching/matching-words';

/** What was done, in a line. */
export function titleOf(change: RecentChange, categoryName: (id: number | null) => string): string {
  const { kind, action, subject, count } = change;
  if (kind === 'change' && action) {
    if (action.do === 'push') return orderOf(action, count, categoryName);
    const category = action.do === 'category' ? { category: categoryName(action.category_id) } : {};
    return describeChange(action, count, category);
  }
  switch (kind) {
    case 'note':
      return `Note: ${subject ?? ''}`;
    case 'task':
      return `Task: ${subject ?? ''}`;
    case 'reminder':
      return subject ? `Reminder: ${subject}` : 'Reminder set';
    case 'block':
      return count === 1 ? `Blocked ${subject ?? ''}` : `Blocked ${subject ?? ''} and ${count - 1} more`;
    default:
      return `${counted(count, 'lead')} moved to ${subject ?? 'a subsequence'}`;
  }
}

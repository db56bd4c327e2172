import { attempt, readProblem } from '@skein/mfe/requests';
import { useStartQuery } from '@skein/mfe/system-api';
import { noticesApi } from './notices-api';

/** Notifications of this person, read once the menu is open; how many are unread is known before. `mark` shows a refusal. */
export function useNotices(isOpen: boolean) {
  const asked = noticesApi.useFrameNoticesQuery({ query: {} }, { skip: !isOpen });
  const start = useStartQuery();
  const [markRead] = noticesApi.useFrameMarkReadMutation();
  return {
    rows: asked.data?.rows,
    unread: asked.data?.unread ?? start.data?.notices.unread ?? 0,
    problem: readProblem(asked),
    mark: (body: { up_to?: number; ids?: number[] }) =>
      attempt(markRead({ body }).unwrap(), 'Notifications couldn’t be marked as read'),
  };
}

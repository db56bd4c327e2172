import { useSessionUser } from '@skein/mfe/session';
import { Tabs } from '@skein/ui/tabs';

/**
 * The places of the area of leads; each has its address. Clients of an agency have no part in verification. No counts,
 * which would move the tabs: each list says its own.
 */
export function LeadsTabs({ current }: { current: 'all' | 'lists' | 'tasks' | 'verification' }) {
  const isClient = useSessionUser()?.isClient ?? false;
  return (
    <Tabs
      label="Leads"
      line={false}
      value={current}
      items={[
        { id: 'all', label: 'All leads', href: '/app/leads/all' },
        { id: 'lists', label: 'Lists', href: '/app/leads/lists' },
        { id: 'tasks', label: 'Tasks', href: '/app/leads/tasks' },
        ...(isClient ? [] : [{ id: 'verification', label: 'Verification', href: '/app/leads/verification' }]),
      ]}
    />
  );
}

import { Tabs } from '@skein/ui/tabs';

/** The three places of the area of leads; each has its address. */
export function LeadsTabs({ current }: { current: 'all' | 'lists' | 'tasks' }) {
  return <Tabs label="Leads" height={52} line={false} value={current} items={[{ id: 'all', label: 'All leads', href: '/app/leads/all' }, { id: 'lists', label: 'Lists', href: '/app/leads/lists' }, { id: 'tasks', label: 'Tasks', href: '/app/leads/tasks' }]} />;
}

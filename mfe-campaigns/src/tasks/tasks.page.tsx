import { taskGroupings, taskPriorities } from '@skein/contracts/main/tasks.contract';
import { keeping, KeptAddress } from '@skein/mfe/lists/kept-address';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { FilterBar } from '@skein/ui/filter-bar';
import { PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { firstPage } from '../keyset-pages';
import { LeadsTabs } from '../leads/leads-tabs';
import { ChoiceFilter } from '../overview/lead-list/lead-filters';
import { priorityWords } from './task-form';
import { GroupTabs } from './group-tabs';
import { Reminders } from './reminders-table';
import { Tasks } from './tasks-table';

const kinds = ['open', 'overdue', 'done', 'reminders'] as const;

const keepAddress = keeping('show', 'by', 'group', 'priority');

/** Tasks of all leads, those of manual steps too, and the reminders of conversations. */
export function TasksPage() {
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: 'Tasks' }]);
  return (
    <KeptAddress list="lead-tasks" keep={keepAddress}>
      <AllTasks />
    </KeptAddress>
  );
}

function AllTasks() {
  const [query, setQuery] = useSearchParams();
  const kind = kinds.find((each) => each === query.get('show')) ?? 'open';
  const show = (next: string) =>
    setQuery(
      (current) => {
        if (next === 'open') current.delete('show');
        else current.set('show', next);
        return firstPage(current);
      },
      { replace: true },
    );
  const by = taskGroupings.find((each) => each === query.get('by'));
  const key = query.get('group');
  const regroup = (change: { by?: string | null; group?: string | null }) =>
    setQuery(
      (current) => {
        for (const [name, value] of Object.entries(change))
          if (value === null) current.delete(name);
          else if (value !== undefined) current.set(name, value);
        return firstPage(current);
      },
      { replace: true },
    );
  const priority = taskPriorities.find((each) => each === query.get('priority'));
  const choose = (chosen: string[]) =>
    setQuery(
      (current) => {
        const next = chosen.at(-1);
        if (next) current.set('priority', next);
        else current.delete('priority');
        return firstPage(current);
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title="Leads" tabs={<LeadsTabs current="tasks" />} />
      <FilterBar>
        <Segmented
          label="Which tasks"
          value={kind}
          onValueChange={show}
          items={[
            { id: 'open', label: 'Open' },
            { id: 'overdue', label: 'Overdue' },
            { id: 'done', label: 'Done' },
            { id: 'reminders', label: 'Reminders' },
          ]}
        />
        {kind === 'open' && (
          <Segmented
            label="Group by"
            value={by ?? 'all'}
            onValueChange={(next) => regroup({ by: next === 'all' ? null : next, group: null })}
            items={[
              { id: 'all', label: 'Ungrouped' },
              { id: 'day', label: 'By day' },
              { id: 'owner', label: 'By owner' },
              { id: 'campaign', label: 'By campaign' },
            ]}
          />
        )}
        {kind !== 'reminders' && (
          <ChoiceFilter
            label="Priority"
            choices={taskPriorities.map((value) => ({ value, label: priorityWords[value] }))}
            chosen={priority ? [priority] : []}
            onChange={choose}
          />
        )}
      </FilterBar>
      {kind === 'reminders' ? (
        <Reminders />
      ) : (
        <>
          {kind === 'open' && by && <GroupTabs by={by} chosen={key} onChoose={(group) => regroup({ group })} />}
          <Tasks
            key={`${kind}${priority ?? ''}${by ?? ''}${key ?? ''}`}
            kind={kind}
            priority={priority}
            group={kind === 'open' && by && key !== null ? { by, key } : undefined}
          />
        </>
      )}
    </>
  );
}

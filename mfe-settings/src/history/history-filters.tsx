import { auditKinds, auditSources } from '@skein/contracts/main/audit.contract';
import { FilterBar, FilterChip, FilterSearch } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { SearchInput } from '@skein/ui/text-input';
import { kindLabel, sourceWords } from './history-labels';
import { periodWords, type useHistory } from './history.hooks';

/** Search and filters of the history. */
export function HistoryFilters({ list }: { list: ReturnType<typeof useHistory> }) {
  const { period, person, kind, via, people, kinds, narrow, typed, setTyped } = list;
  return (
    <FilterBar>
      <FilterSearch>
        <SearchInput
          size="small"
          aria-label="Search the change history"
          placeholder="Name, value, ID"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => setTyped('')}
        />
      </FilterSearch>
      <FilterChip label="When" value={period && periodWords[period]} onRemove={() => narrow({ when: null })}>
        <RadioGroup
          aria-label="When"
          value={period}
          onValueChange={(next) => narrow({ when: next })}
          options={Object.entries(periodWords).map(([value, label]) => ({ value, label }))}
        />
      </FilterChip>
      <FilterChip label="Area" value={kind && kindLabel(kind)} onRemove={() => narrow({ kind: null })}>
        <RadioGroup
          aria-label="Area"
          value={kind}
          onValueChange={(next) => narrow({ kind: next })}
          options={Object.entries(auditKinds)
            .filter(([value]) => value === kind || kinds.includes(value))
            .map(([value, label]) => ({ value, label }))}
        />
      </FilterChip>
      <FilterChip
        label="Who"
        value={person === null ? null : (people.find((each) => each.id === person)?.name ?? 'One person')}
        onRemove={() => narrow({ person: null })}
      >
        <RadioGroup
          aria-label="Who"
          value={person === null ? null : String(person)}
          onValueChange={(next) => narrow({ person: next })}
          options={people.map((each) => ({ value: String(each.id), label: each.name }))}
        />
      </FilterChip>
      <FilterChip label="Source" value={via && sourceWords[via]} onRemove={() => narrow({ via: null })}>
        <RadioGroup
          aria-label="Source"
          value={via}
          onValueChange={(next) => narrow({ via: next })}
          options={auditSources.map((value) => ({ value, label: sourceWords[value] }))}
        />
      </FilterChip>
    </FilterBar>
  );
}

import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { SearchInput } from '@skein/ui/text-input';
import type { useBlockList } from './block-list.hooks';
import { sourceWords } from './block-list-labels';
import { useScopeClients } from './block-uploads.hooks';

type Narrowed = Pick<
  ReturnType<typeof useBlockList>,
  'kind' | 'source' | 'scope' | 'file' | 'filter' | 'narrow' | 'typed' | 'setTyped'
>;

/** Search, filters and the export of what they leave. */
export function EntryFilters({ list, uploadName }: { list: Narrowed; uploadName: string | null }) {
  const { kind, source, scope, file, filter, narrow, typed, setTyped } = list;
  const access = useAccess();
  const isClient = useSessionUser()?.isClient ?? false;
  const clients = useScopeClients();
  const [saving, setSaving] = useState(false);
  const scopeText =
    scope === null
      ? null
      : scope === 'workspace'
        ? 'Whole workspace'
        : scope === 'clients'
          ? 'Any client'
          : (clients.find((client) => client.id === scope)?.name ?? 'One client');
  const save = async () => {
    setSaving(true);
    await saveAnswer(blockListContract, 'exportBlockEntries', { query: filter }, 'block-list.csv').catch(
      (error: unknown) => showProblem('The file could not be created', error),
    );
    setSaving(false);
  };
  return (
    <FilterBar>
      <FilterSearch>
        <SearchInput
          size="small"
          aria-label="Search the block list"
          placeholder="Address or domain"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => setTyped('')}
        />
      </FilterSearch>
      <FilterChip
        label="Kind"
        value={kind === null ? null : kind === 'domain' ? 'Domains' : 'Addresses'}
        onRemove={() => narrow({ kind: null })}
      >
        <RadioGroup
          aria-label="Kind"
          value={kind}
          onValueChange={(next) => narrow({ kind: next })}
          options={[
            { value: 'email', label: 'Addresses' },
            { value: 'domain', label: 'Domains' },
          ]}
        />
      </FilterChip>
      <FilterChip
        label="How"
        value={source === null ? null : sourceWords[source]}
        onRemove={() => narrow({ source: null })}
      >
        <RadioGroup
          aria-label="How it was added"
          value={source}
          onValueChange={(next) => narrow({ source: next })}
          options={Object.entries(sourceWords).map(([value, label]) => ({ value, label }))}
        />
      </FilterChip>
      {!isClient && clients.length > 0 && (
        <FilterChip label="Applies to" value={scopeText} onRemove={() => narrow({ scope: null })}>
          <div style={{ maxHeight: 320, overflow: 'auto' }}>
            <RadioGroup
              aria-label="Applies to"
              value={scope === null ? null : String(scope)}
              onValueChange={(next) => narrow({ scope: next })}
              options={[
                { value: 'workspace', label: 'Whole workspace' },
                { value: 'clients', label: 'Any client' },
                ...clients.map((client) => ({ value: String(client.id), label: client.name })),
              ]}
            />
          </div>
        </FilterChip>
      )}
      {file !== null && (
        <FilterChip label="File" value={uploadName ?? `Upload ${file}`} onRemove={() => narrow({ file: null })} />
      )}
      <FilterEnd>
        <Button
          size="small"
          icon="download"
          loading={saving}
          onClick={() => void save()}
          {...(access.may('lead.export') ? {} : { disabledReason: 'Your role does not allow exports' })}
        >
          Export
        </Button>
      </FilterEnd>
    </FilterBar>
  );
}

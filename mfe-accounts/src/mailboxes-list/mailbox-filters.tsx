import { type ReactNode } from 'react';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { Checkbox } from '@skein/ui/checkbox';
import { Hint } from '@skein/ui/field';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { FilterFold } from '@skein/ui/filter-fold';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { useMailboxTags } from '../mailbox-labels.hooks';
import { providerName } from '../mailbox-texts';
import { MoreFilters } from './more-filters';
import { isFiltered, providerTypes, type ListAddress } from './list-address';

/** No filter at all; the tab stays. */
export const noFilters = {
  search: '',
  ids: [],
  type: null,
  inUse: null,
  tagIds: [],
  client: null,
  domain: '',
  warmup: null,
  smtp: null,
  imap: null,
  age: null,
} satisfies Partial<ListAddress>;

const useNames: Record<NonNullable<ListAddress['inUse']>, string> = {
  yes: 'By a campaign',
  active: 'By a running campaign',
  no: 'By no campaign',
};

/** Search and filters above the list; they add up and all stand in the URL. */
export function MailboxFilters({
  address,
  onChange,
  end,
}: {
  address: ListAddress;
  onChange: (change: Partial<ListAddress>) => void;
  end: ReactNode;
}) {
  const { tags } = useMailboxTags();
  const tagNames = address.tagIds.map((id) => tags?.find((tag) => tag.id === id)?.name ?? `tag ${id}`);
  return (
    <FilterBar>
      <FilterSearch>
        <ListSearch
          label="Filter by address or name"
          placeholder="Address or name"
          maxLength={100}
          value={address.search}
          onChange={(search) => onChange({ search })}
        />
      </FilterSearch>
      <FilterFold>
        {address.ids.length > 0 && (
          <FilterChip label="Mailboxes" value={`${address.ids.length} chosen`} onRemove={() => onChange({ ids: [] })} />
        )}
        <FilterChip
          label="Provider"
          value={address.type ? providerName(address.type) : null}
          onRemove={() => onChange({ type: null })}
        >
          <RadioGroup
            aria-label="Provider"
            value={address.type}
            onValueChange={(type) => onChange({ type })}
            options={providerTypes.map((type) => ({ value: type, label: providerName(type) }))}
          />
        </FilterChip>
        <FilterChip
          label="In use"
          value={address.inUse && useNames[address.inUse].toLowerCase()}
          onRemove={() => onChange({ inUse: null })}
        >
          <RadioGroup
            aria-label="In use"
            value={address.inUse}
            onValueChange={(value) => onChange({ inUse: value as ListAddress['inUse'] })}
            options={Object.entries(useNames).map(([value, label]) => ({ value, label }))}
          />
        </FilterChip>
        <FilterChip
          label="Tag"
          value={tagNames.length === 0 ? null : tagNames.join(', ')}
          onRemove={() => onChange({ tagIds: [] })}
        >
          {tags?.length === 0 ? (
            <Hint>There is no tag yet. Select mailboxes and press Tag.</Hint>
          ) : (
            <Stack $gap={2}>
              {tags?.map((tag) => (
                <Checkbox
                  key={tag.id}
                  checked={address.tagIds.includes(tag.id)}
                  label={tag.name}
                  onCheckedChange={(on) =>
                    onChange({
                      tagIds: on ? [...address.tagIds, tag.id] : address.tagIds.filter((id) => id !== tag.id),
                    })
                  }
                />
              ))}
            </Stack>
          )}
        </FilterChip>
        <MoreFilters address={address} onChange={onChange} />
      </FilterFold>
      {isFiltered({ ...address, state: null }) && <LinkButton onClick={() => onChange(noFilters)}>Reset</LinkButton>}
      <FilterEnd>{end}</FilterEnd>
    </FilterBar>
  );
}

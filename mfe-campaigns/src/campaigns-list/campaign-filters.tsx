import { useState, type ReactNode } from 'react';
import { campaignStatuses } from '@skein/contracts/constants';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { Checkbox } from '@skein/ui/checkbox';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { Hint } from '@skein/ui/field';
import { ChoiceList } from '../choice-list';
import { useFolders } from '../folders/folders.hooks';
import { statusWords } from './campaign-state';
import { useCampaignTags } from './campaigns.hooks';
import { isFiltered, updatedChoices, type ListAddress } from './list-address';

interface FiltersProps {
  address: ListAddress;
  onChange: (change: Partial<ListAddress>) => void;
  byStatus: Record<string, number> | undefined;
  withFolder: boolean;
  end: ReactNode;
}

function StatusFilter({ address, onChange, byStatus }: Omit<FiltersProps, 'end' | 'withFolder'>) {
  const { statuses } = address;
  const any = statuses !== null && statuses.length === campaignStatuses.length;
  const chosen = statuses ?? campaignStatuses.filter((status) => status !== 'ARCHIVED');
  const words =
    statuses === null
      ? 'is not Archived'
      : any
        ? null
        : statuses.length === 0
          ? null
          : statuses.map((status) => statusWords[status]).join(', ');
  const toggle = (status: (typeof campaignStatuses)[number], on: boolean) => {
    const next = campaignStatuses.filter((other) => (other === status ? on : chosen.includes(other)));
    const usual = next.length === campaignStatuses.length - 1 && !next.includes('ARCHIVED');
    onChange({ statuses: usual || next.length === 0 ? null : next });
  };
  return (
    <FilterChip
      label="Status"
      value={words}
      onRemove={() => onChange({ statuses: statuses === null ? [...campaignStatuses] : null })}
    >
      <Stack $gap={2}>
        {campaignStatuses.map((status) => (
          <Checkbox
            key={status}
            checked={chosen.includes(status)}
            onCheckedChange={(on) => toggle(status, on)}
            label={
              <>
                {statusWords[status]}{' '}
                <span style={{ color: 'var(--muted)' }}>
                  {byStatus ? (byStatus[status] ?? 0).toLocaleString('en-US') : ''}
                </span>
              </>
            }
          />
        ))}
        <LinkButton onClick={() => onChange({ statuses: null })} style={{ justifySelf: 'start' }}>
          All but archived
        </LinkButton>
      </Stack>
    </FilterChip>
  );
}

/** Search and filters above a list of campaigns; they add up and all stand in the URL. */
export function CampaignFilters({ address, onChange, byStatus, withFolder, end }: FiltersProps) {
  const [choosing, setChoosing] = useState(false);
  // Names of tags are needed for those that are chosen, and when somebody chooses.
  const { tags } = useCampaignTags(choosing || address.tagIds.length > 0);
  const { folders } = useFolders(withFolder);
  const tagNames = address.tagIds.map((id) => tags?.find((tag) => tag.id === id)?.name ?? `tag ${id}`);
  const folderName =
    address.folderId === null
      ? null
      : address.folderId === 0
        ? 'none'
        : (folders?.find((folder) => folder.id === address.folderId)?.name ?? `folder ${address.folderId}`);
  return (
    <FilterBar>
      <FilterSearch>
        <ListSearch
          label="Filter by name or tag"
          placeholder="Name or tag"
          maxLength={200}
          value={address.search}
          onChange={(search) => onChange({ search })}
        />
      </FilterSearch>
      <StatusFilter address={address} onChange={onChange} byStatus={byStatus} />
      <FilterChip
        label="Updated"
        value={
          address.updatedDays === null
            ? null
            : address.updatedDays === 365
              ? 'last year'
              : `last ${address.updatedDays} days`
        }
        onRemove={() => onChange({ updatedDays: null })}
      >
        <RadioGroup
          aria-label="Updated"
          value={address.updatedDays === null ? null : String(address.updatedDays)}
          onValueChange={(value) => onChange({ updatedDays: Number(value) })}
          options={updatedChoices.map((days) => ({
            value: String(days),
            label: days === 365 ? 'Last year' : `Last ${days} days`,
          }))}
        />
      </FilterChip>
      <FilterChip
        label="Tag"
        value={tagNames.length === 0 ? null : tagNames.join(', ')}
        onRemove={() => onChange({ tagIds: [] })}
        onOpenChange={(open) => open && setChoosing(true)}
      >
        {tags?.length === 0 ? (
          <Hint>No campaign has a tag yet. Select some and press Tag.</Hint>
        ) : (
          tags && (
            <ChoiceList
              label="tags"
              choices={tags.map((tag) => ({ value: String(tag.id), label: tag.name }))}
              chosen={address.tagIds.map(String)}
              onChange={(chosen) => onChange({ tagIds: chosen.map(Number) })}
            />
          )
        )}
      </FilterChip>
      {withFolder && (
        <FilterChip label="Folder" value={folderName} onRemove={() => onChange({ folderId: null })}>
          <RadioGroup
            aria-label="Folder"
            value={address.folderId === null ? null : String(address.folderId)}
            onValueChange={(value) => onChange({ folderId: Number(value) })}
            options={[
              { value: '0', label: 'In no folder' },
              ...(folders ?? []).map((folder) => ({ value: String(folder.id), label: folder.name })),
            ]}
          />
        </FilterChip>
      )}
      {(isFiltered(address) || address.statuses !== null) && (
        <LinkButton
          onClick={() =>
            onChange({
              search: '',
              statuses: null,
              tagIds: [],
              updatedDays: null,
              ...(withFolder ? { folderId: null } : {}),
            })
          }
        >
          Reset
        </LinkButton>
      )}
      <FilterEnd>{end}</FilterEnd>
    </FilterBar>
  );
}

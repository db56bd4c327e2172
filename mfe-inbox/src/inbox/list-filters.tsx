import { useEffect, useState } from 'react';
import { lazyPage } from '@skein/mfe/lazy-page';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Checkbox } from '@skein/ui/checkbox';
import { fadedEdges, fadeEdges } from '@skein/ui/fade-edges';
import { FilterChip } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { styled } from 'styled-components';
import { Later } from '../thread/later';
import { useCategories } from '../use-categories';
import { statusNames, waitingText } from './filter-names';
import type { InboxAddress } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import { useCampaignChoice, useMailboxChoice } from './use-filter-choices';

const Bar = styled.div`
  display: flex;
  gap: 6px;
  flex: none;
  padding: var(--s-2) var(--s-3);
  border-bottom: 1px solid var(--border);
  overflow-x: auto;
  scrollbar-width: none;
  ${fadedEdges}
  & > * {
    flex: none;
  }
`;

const FilterFields = lazyPage(() => import('./filter-fields').then((loaded) => loaded.FilterFields));

const toggled = <T,>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((entry) => entry !== value) : [...list, value];
const words = (names: readonly string[]) => (names.length > 2 ? `${names.length} chosen` : names.join(', '));

/** Filters of the list: the category at hand, the others behind "Filter". */
export function ListFilters({
  inbox,
  open,
  onOpenChange,
}: {
  inbox: Inbox;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { address, go } = inbox;
  const { categories, nameOf } = useCategories();
  const campaigns = useCampaignChoice(address.campaigns);
  const mailboxes = useMailboxChoice(address.mailboxes);
  const [categoryOpen, setCategoryOpen] = useState(false);
  const hasList = inbox.rows.length > 0;
  useEffect(() => {
    if (hasList) FilterFields.preload();
  }, [hasList]);
  const change = (part: Partial<InboxAddress>) => go({ ...address, conversation: null, ...part }, { replace: true });
  const dates = address.from && address.to ? { from: address.from, to: address.to } : null;
  const remove = (part: Partial<InboxAddress>) => ({ onRemove: () => change(part) });
  return (
    <Bar ref={fadeEdges} role="group" aria-label="Filters">
      <FilterChip
        label="Category"
        open={categoryOpen}
        onOpenChange={setCategoryOpen}
        icon="chevron-down"
        {...(address.categories.length > 0
          ? {
              value: words(address.categories.map((id) => nameOf(id === -1 ? null : id))),
              ...remove({ categories: [] }),
            }
          : {})}
      >
        <Stack $gap={2}>
          {[...categories.map(({ id, name }) => ({ id, name })), { id: -1, name: 'Not assigned' }].map(
            ({ id, name }) => (
              <Checkbox
                key={id}
                checked={address.categories.includes(id)}
                onCheckedChange={() => change({ categories: toggled(address.categories, id) })}
                label={<CategoryBadge bare id={id === -1 ? null : id} name={name} />}
              />
            ),
          )}
        </Stack>
      </FilterChip>
      {address.statuses.length > 0 && (
        <FilterChip
          label="Status"
          value={words(address.statuses.map((status) => statusNames[status]))}
          onPress={() => onOpenChange(true)}
          {...remove({ statuses: [] })}
        />
      )}
      {address.campaigns.length > 0 && (
        <FilterChip
          label="Campaign"
          value={words(campaigns.chosen.map(({ label }) => label))}
          onPress={() => onOpenChange(true)}
          {...remove({ campaigns: [] })}
        />
      )}
      {address.mailboxes.length > 0 && (
        <FilterChip
          label="Mailbox"
          value={words(mailboxes.chosen.map(({ label }) => label))}
          onPress={() => onOpenChange(true)}
          {...remove({ mailboxes: [] })}
        />
      )}
      {address.waiting && (
        <FilterChip
          label="Waiting"
          value={`over ${waitingText(address.waiting)}`}
          onPress={() => onOpenChange(true)}
          {...remove({ waiting: null })}
        />
      )}
      {dates && (
        <FilterChip
          label="Replied"
          value={`${dates.from} to ${dates.to}`}
          onPress={() => onOpenChange(true)}
          {...remove({ from: null, to: null })}
        />
      )}
      <FilterChip label="Filter" title="Filters" open={open} onOpenChange={onOpenChange} width={320}>
        <Later height={360} part="Filters">
          <FilterFields inbox={inbox} campaigns={campaigns} mailboxes={mailboxes} />
        </Later>
      </FilterChip>
      <SavedViews list="master-inbox" />
    </Bar>
  );
}

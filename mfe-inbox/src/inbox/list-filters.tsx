import { useState } from 'react';
import { inboxEmailStatuses, inboxSorts, type InboxSort } from '@skein/contracts/main/inbox-choices';
import { useAccess } from '@skein/mfe/access';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { Button } from '@skein/ui/button';
import { Combobox } from '@skein/ui/combobox';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Checkbox } from '@skein/ui/checkbox';
import { DateRange } from '@skein/ui/date-range';
import { Field } from '@skein/ui/field';
import { FilterChip } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { styled } from 'styled-components';
import { useCategories } from '../use-categories';
import { withoutFilters, isFiltered, type InboxAddress } from './inbox-address';
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
  & > * {
    flex: none;
  }
`;

const statusNames: Record<(typeof inboxEmailStatuses)[number], string> = {
  opened: 'Opened',
  clicked: 'Clicked',
  replied: 'Replied',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  accepted: 'Sent',
  not_replied: 'Not replied',
};
const sortNames: Record<InboxSort, string> = {
  reply_time_desc: 'Newest reply',
  sent_time_desc: 'Newest sent',
  reminder_time_asc: 'Next reminder',
  reminder_time_desc: 'Last reminder',
  scheduled_time_asc: 'Sends first',
  scheduled_time_desc: 'Sends last',
};

const sortsOf = (folder: InboxAddress['folder']): InboxSort[] =>
  inboxSorts.filter(
    (sort) =>
      (folder === 'reminders' || folder === 'scheduled'
        ? sort.startsWith(folder === 'reminders' ? 'reminder' : 'scheduled')
        : true) &&
      (folder === 'reminders' || folder === 'scheduled' || /^(?:reply|sent)/.test(sort)),
  );

const waitingChoices = [1, 2, 4, 8, 24, 48, 72];
const waitingText = (value: number) => (value % 24 === 0 && value > 24 ? `${value / 24} days` : `${value} h`);

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
  const { may } = useAccess();
  const campaigns = useCampaignChoice(address.campaigns);
  const mailboxes = useMailboxChoice(address.mailboxes);
  const [categoryOpen, setCategoryOpen] = useState(false);
  const change = (part: Partial<InboxAddress>) => go({ ...address, conversation: null, ...part }, { replace: true });
  const dates = address.from && address.to ? { from: address.from, to: address.to } : null;
  const sort = address.sort ?? sortsOf(address.folder)[address.folder === 'sent' ? 1 : 0] ?? 'reply_time_desc';
  const remove = (part: Partial<InboxAddress>) => ({ onRemove: () => change(part) });
  return (
    <Bar role="group" aria-label="Filters">
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
      <FilterChip label="Filter" open={open} onOpenChange={onOpenChange} width={320}>
        <Stack $gap={3}>
          <Field label="Status">
            <Combobox
              multiple
              placeholder="Any"
              value={address.statuses.map((status) => ({ value: status, label: statusNames[status] }))}
              options={inboxEmailStatuses.map((status) => ({ value: status, label: statusNames[status] }))}
              onValueChange={(chosen) =>
                change({
                  statuses: inboxEmailStatuses.filter((status) => chosen.some(({ value }) => value === status)),
                })
              }
            />
          </Field>
          {may('campaign.read') && (
            <Field label="Campaign">
              <Combobox
                multiple
                placeholder="All campaigns"
                value={campaigns.chosen}
                options={campaigns.find}
                onValueChange={(chosen) => change({ campaigns: chosen.slice(0, 10).map(({ value }) => Number(value)) })}
              />
            </Field>
          )}
          {may('mailbox.read') && (
            <Field label="Mailbox">
              <Combobox
                multiple
                placeholder="All mailboxes"
                value={mailboxes.chosen}
                options={mailboxes.find}
                onValueChange={(chosen) => change({ mailboxes: chosen.slice(0, 10).map(({ value }) => Number(value)) })}
              />
            </Field>
          )}
          <Field label="Waiting for your answer">
            <Select
              value={String(address.waiting ?? '')}
              options={[
                { value: '', label: 'Any time' },
                ...waitingChoices.map((value) => ({ value: String(value), label: `Over ${waitingText(value)}` })),
              ]}
              onValueChange={(value) => change({ waiting: value === '' ? null : Number(value) })}
            />
          </Field>
          <Field label="Replied">
            <DateRange
              label="Replied"
              value={dates}
              size="medium"
              onValueChange={({ from, to }) => change({ from, to })}
            />
          </Field>
          <Field label="Order">
            <Select
              value={sort}
              options={sortsOf(address.folder).map((value) => ({ value, label: sortNames[value] }))}
              onValueChange={(value) => change({ sort: value })}
            />
          </Field>
          <Button
            size="small"
            disabled={!isFiltered(address) && address.sort === null}
            onClick={() => go({ ...withoutFilters(address), sort: null }, { replace: true })}
          >
            Clear all
          </Button>
        </Stack>
      </FilterChip>
      <SavedViews list="master-inbox" />
    </Bar>
  );
}

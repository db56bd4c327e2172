import { inboxEmailStatuses, inboxSorts, type InboxSort } from '@skein/contracts/main/inbox-choices';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Combobox } from '@skein/ui/combobox';
import { DateRange } from '@skein/ui/date-range';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { statusNames, waitingText } from './filter-names';
import { isFiltered, withoutFilters, type InboxAddress } from './inbox-address';
import type { Inbox } from './inbox.hooks';
import type { useCampaignChoice, useMailboxChoice } from './use-filter-choices';

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

type Choice = ReturnType<typeof useCampaignChoice | typeof useMailboxChoice>;

interface FilterFieldsProps {
  inbox: Inbox;
  campaigns: Choice;
  mailboxes: Choice;
}

/** At most ten of what a search finds, by their ids. */
function ChoiceField({
  label,
  placeholder,
  choice,
  onChange,
}: {
  label: string;
  placeholder: string;
  choice: Choice;
  onChange: (ids: number[]) => void;
}) {
  return (
    <Field label={label}>
      <Combobox
        multiple
        placeholder={placeholder}
        value={choice.chosen}
        options={choice.find}
        onValueChange={(chosen) => onChange(chosen.slice(0, 10).map(({ value }) => Number(value)))}
      />
    </Field>
  );
}

/** What "Filter" opens. Fetched after the list, which none of its fields is needed for. */
export function FilterFields({ inbox, campaigns, mailboxes }: FilterFieldsProps) {
  const { address, go } = inbox;
  const { may } = useAccess();
  const change = (part: Partial<InboxAddress>) => go({ ...address, conversation: null, ...part }, { replace: true });
  const dates = address.from && address.to ? { from: address.from, to: address.to } : null;
  const sort = address.sort ?? sortsOf(address.folder)[address.folder === 'sent' ? 1 : 0] ?? 'reply_time_desc';
  return (
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
        <ChoiceField
          label="Campaign"
          placeholder="All campaigns"
          choice={campaigns}
          onChange={(ids) => change({ campaigns: ids })}
        />
      )}
      {may('mailbox.read') && (
        <ChoiceField
          label="Mailbox"
          placeholder="All mailboxes"
          choice={mailboxes}
          onChange={(ids) => change({ mailboxes: ids })}
        />
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
        <Row>
          <DateRange
            label="Replied"
            value={dates}
            size="medium"
            onValueChange={({ from, to }) => change({ from, to })}
          />
        </Row>
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
  );
}

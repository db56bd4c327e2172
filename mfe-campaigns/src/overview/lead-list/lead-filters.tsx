import type { ReactNode } from 'react';
import type { CampaignLeadFilter } from '@skein/contracts/main/campaign-leads.contract';
import { emailStatusFilters } from '@skein/contracts/main/lead-fields';
import { leadProviders, leadStatuses } from '@skein/contracts/constants';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { FilterFold } from '@skein/ui/filter-fold';
import { LinkButton } from '@skein/ui/link';
import { ChoiceList, type Choice } from '../../choice-list';
import { codeWords } from '../../state-labels';
import { providerNames } from '../../provider-names';
import { constraintWords } from './constraint-labels';
import { linkedFilters, type LeadFilterQuery } from './lead-address';

/** `got_reply` is an older name of `is_replied`: understood in links, not offered. */
const emailChoices = emailStatusFilters.filter((name) => name !== 'got_reply');
const emailWords: Record<(typeof emailStatusFilters)[number], string> = {
  is_opened: 'Opened',
  is_clicked: 'Clicked',
  is_replied: 'Replied',
  is_bounced: 'Bounced',
  is_unsubscribed: 'Unsubscribed',
  is_accepted: 'Was sent an email',
  not_replied: 'Did not reply',
  is_sender_bounced: 'Refused because of the sender',
  got_reply: 'Replied',
};
const linkedWords: Record<(typeof linkedFilters)[number], (value: unknown) => string> = {
  constraint_codes: (value) => `waiting: ${String(value).split(',').map(constraintWords).join(', ')}`,
  reasons: (value) => `reason ${String(value).split(',').map(codeWords).join(', ')}`,
  upload_id: (value) => `of upload ${String(value)}`,
  missing_field: (value) => `without ${String(value)}`,
  in_other_campaign: () => 'active in another campaign',
  bad_encoding: () => 'with broken letters',
  created_after: (value) => `added after ${String(value).slice(0, 10)}`,
  last_sent_after: (value) => `emailed after ${String(value).slice(0, 10)}`,
};

/** Searches of leads begin with three letters. */
export const LeadSearch = ({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  label: string;
}) => (
  <ListSearch
    label={label}
    placeholder="Search (3+ letters)"
    least={3}
    maxLength={200}
    value={value}
    onChange={onChange}
  />
);

/** A filter of several choices that add up. */
export function ChoiceFilter({
  label,
  choices,
  chosen,
  onChange,
  none,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  none?: string;
}) {
  const words = choices
    .filter((choice) => chosen.includes(choice.value))
    .map((choice) => choice.label)
    .join(', ');
  return (
    <FilterChip label={label} value={words || null} onRemove={() => onChange([])}>
      {choices.length === 0 ? none : <ChoiceList label={label} choices={choices} chosen={chosen} onChange={onChange} />}
    </FilterChip>
  );
}

interface FiltersProps {
  filter: LeadFilterQuery;
  onChange: (change: LeadFilterQuery) => void;
  isFiltered: boolean;
  onReset: () => void;
  categories: readonly Choice[];
  mailboxes: readonly Choice[];
  steps: number;
  end: ReactNode;
}

/** Search and filters above the leads of a campaign. */
export function LeadFilters({
  filter,
  onChange,
  isFiltered,
  onReset,
  categories,
  mailboxes,
  steps,
  end,
}: FiltersProps) {
  const of = (name: keyof CampaignLeadFilter) => ((filter[name] as readonly unknown[] | undefined) ?? []).map(String);
  return (
    <FilterBar>
      <FilterSearch>
        <LeadSearch label="Search leads" value={filter.search ?? ''} onChange={(search) => onChange({ search })} />
      </FilterSearch>
      <FilterFold>
        <ChoiceFilter
          label="Status"
          choices={leadStatuses.map((status) => ({ value: status, label: leadStateLabels[status] }))}
          chosen={of('lead_statuses')}
          onChange={(chosen) => onChange({ lead_statuses: chosen as CampaignLeadFilter['lead_statuses'] })}
        />
        <ChoiceFilter
          label="Category"
          choices={[{ value: '-1', label: 'Not assigned' }, ...categories]}
          chosen={of('lead_category_ids')}
          onChange={(chosen) => onChange({ lead_category_ids: chosen.map(Number) })}
        />
        <ChoiceFilter
          label="Email"
          choices={emailChoices.map((value) => ({ value, label: emailWords[value] }))}
          chosen={of('email_statuses')}
          onChange={(chosen) => onChange({ email_statuses: chosen as CampaignLeadFilter['email_statuses'] })}
        />
        <ChoiceFilter
          label="Mailbox"
          choices={mailboxes}
          chosen={of('mailbox_ids')}
          onChange={(chosen) => onChange({ mailbox_ids: chosen.map(Number) })}
          none="The campaign has no mailbox."
        />
        <ChoiceFilter
          label="Step"
          choices={Array.from({ length: steps }, (_, index) => ({
            value: String(index + 1),
            label: `Step ${index + 1}`,
          }))}
          chosen={of('sequence_numbers')}
          onChange={(chosen) => onChange({ sequence_numbers: chosen.map(Number) })}
          none="The campaign has no step."
        />
        <ChoiceFilter
          label={/* text */ 'ESP'}
          choices={leadProviders.map((value) => ({ value, label: providerNames[value] }))}
          chosen={of('providers')}
          onChange={(chosen) => onChange({ providers: chosen as CampaignLeadFilter['providers'] })}
        />
        {linkedFilters
          .filter((name) => filter[name] !== undefined)
          .map((name) => (
            <FilterChip
              key={name}
              label="Only"
              value={linkedWords[name](filter[name])}
              onRemove={() => onChange({ [name]: undefined })}
            />
          ))}
      </FilterFold>
      {isFiltered && <LinkButton onClick={onReset}>Reset</LinkButton>}
      <FilterEnd>{end}</FilterEnd>
    </FilterBar>
  );
}

import type { ReactNode } from 'react';
import { leadProviders, leadStatuses } from '@skein/contracts/constants';
import type { LeadFilter } from '@skein/contracts/main/leads.contract';
import { verificationResults } from '@skein/contracts/main/verification-results';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import { useAccess } from '@skein/mfe/access';
import { FilterBar, FilterEnd, FilterSearch } from '@skein/ui/filter-bar';
import { FilterFold } from '@skein/ui/filter-fold';
import { LinkButton } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { useCampaignTags } from '../campaigns-list/campaigns.hooks';
import { ChoiceFilter, LeadSearch } from '../overview/lead-list/lead-filters';
import { providerNames } from '../provider-names';
import { resultWords } from '../verification/result-labels';
import { useCategories, type useLeadsAddress } from './all-leads.hooks';

/** What leads of every campaign are narrowed by. `label` names the list that is searched. */
export function AllLeadFilters({
  label,
  list,
  end,
}: {
  label: string;
  list: ReturnType<typeof useLeadsAddress>;
  end: ReactNode;
}) {
  const access = useAccess();
  const { filter, change } = list;
  const { categories } = useCategories();
  const { tags } = useCampaignTags(access.may('campaign.read'));
  const of = (name: keyof LeadFilter) => ((filter[name] as readonly unknown[] | undefined) ?? []).map(String);
  const marks = [filter.is_unsubscribed && 'is_unsubscribed', filter.is_bounced && 'is_bounced'].filter(
    (mark): mark is string => typeof mark === 'string',
  );
  return (
    <FilterBar>
      <FilterSearch>
        <LeadSearch
          label={`Search ${label.toLowerCase()}`}
          value={filter.search ?? ''}
          onChange={(search) => change({ search })}
        />
      </FilterSearch>
      <Segmented
        label="Which leads"
        value={filter.lead_type ?? 'all'}
        onValueChange={(type) => change({ lead_type: type === 'all' ? undefined : type })}
        items={[
          { id: 'all', label: 'All' },
          { id: 'active', label: 'Active' },
          { id: 'yet_to_use', label: 'Not used' },
          { id: 'previously_active', label: 'Done' },
        ]}
      />
      <FilterFold>
        <ChoiceFilter
          label="Status"
          choices={leadStatuses.map((status) => ({ value: status, label: leadStateLabels[status] }))}
          chosen={of('lead_statuses')}
          onChange={(chosen) => change({ lead_statuses: chosen as LeadFilter['lead_statuses'] })}
        />
        <ChoiceFilter
          label="Category"
          choices={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          chosen={of('category_ids')}
          onChange={(chosen) => change({ category_ids: chosen.map(Number) })}
        />
        <ChoiceFilter
          label="Tag"
          choices={(tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
          chosen={of('tag_ids')}
          onChange={(chosen) => change({ tag_ids: chosen.map(Number) })}
          none="There are no tags yet."
        />
        <ChoiceFilter
          label={/* text */ 'ESP'}
          choices={leadProviders.map((value) => ({ value, label: providerNames[value] }))}
          chosen={of('providers')}
          onChange={(chosen) => change({ providers: chosen as LeadFilter['providers'] })}
        />
        <ChoiceFilter
          label="Can’t email"
          choices={[
            { value: 'is_unsubscribed', label: 'Unsubscribed' },
            { value: 'is_bounced', label: 'Bounced' },
          ]}
          chosen={marks}
          onChange={(chosen) =>
            change({
              is_unsubscribed: chosen.includes('is_unsubscribed') || undefined,
              is_bounced: chosen.includes('is_bounced') || undefined,
            })
          }
        />
        <ChoiceFilter
          label="Verified"
          choices={[
            ...verificationResults.map((value) => ({ value, label: resultWords[value] })),
            { value: 'NONE', label: 'Never verified' },
          ]}
          chosen={of('verification')}
          onChange={(chosen) => change({ verification: chosen as LeadFilter['verification'] })}
        />
      </FilterFold>
      {list.isFiltered && <LinkButton onClick={list.reset}>Reset</LinkButton>}
      <FilterEnd>{end}</FilterEnd>
    </FilterBar>
  );
}

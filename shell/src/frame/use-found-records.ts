import { useEffect, useState } from 'react';
import { shortestSearch, type FoundRecords } from '@skein/contracts/main/search.contract';
import type { Action } from '@skein/mfe/actions';
import { campaignStatusWords } from '@skein/mfe/campaign-status-labels';
import { navigateTo } from '@skein/mfe/navigation';
import { searchApi } from './search-api';

/** A line of the palette: a command, a page or a record. */
export type Found = Action & { detail?: string };

const restMilliseconds = 150;

/** The text once it has rested, so that a fast typist asks once. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

type Person = FoundRecords['conversations'][number]['lead'];
const nameOf = ({ first_name, last_name, email }: Person) => [first_name, last_name].filter(Boolean).join(' ') || email;

/** Where a campaign opens: a draft in its form, a subsequence below its campaign. */
const addressOfCampaign = (row: FoundRecords['campaigns'][number]): string => {
  if (row.status === 'DRAFTED')
    return row.parent_campaign_id === null
      ? `/app/email-campaign/new-campaign?id=${row.id}`
      : `/app/campaign/${row.parent_campaign_id}/new-subsequence?id=${row.id}`;
  return row.parent_campaign_id === null
    ? `/app/email-campaign/${row.id}/overview`
    : `/app/campaign/${row.parent_campaign_id}/subsequence/${row.id}/overview`;
};

type Line = Pick<Found, 'group' | 'icon' | 'label' | 'detail'> & { to: string };
const line = ({ to, ...shown }: Line): Found => ({ id: `record.${to}`, ...shown, run: () => navigateTo(to) });

const linesOf = ({ campaigns, leads, mailboxes, conversations }: FoundRecords): Found[] => [
  ...campaigns.map((row) =>
    line({
      group: 'Campaigns',
      icon: 'send',
      to: addressOfCampaign(row),
      label: row.name,
      detail: `${row.parent_campaign_id === null ? 'Campaign' : 'Subsequence'}, ${campaignStatusWords[row.status]}`,
    }),
  ),
  ...leads.map((row) =>
    line({
      group: 'Leads',
      icon: 'users',
      to: `/app/lead/${row.id}/view`,
      label: nameOf(row),
      detail: [row.email, row.company_name].filter((part) => part && part !== nameOf(row)).join(', '),
    }),
  ),
  ...mailboxes.map((row) =>
    line({
      group: 'Mailboxes',
      icon: 'mail',
      to: `/app/email-account/${row.id}`,
      label: row.from_email,
      detail: row.from_name,
    }),
  ),
  ...conversations.map((row) =>
    line({
      group: 'Conversations',
      icon: 'inbox',
      to: `/app/master-inbox/replies/${row.enrolment_id}`,
      label: nameOf(row.lead),
      detail: row.subject || row.campaign_name,
    }),
  ),
];

const names = ({ label, detail = '' }: Found, text: string) =>
  `${label} ${detail}`.toLowerCase().includes(text.toLowerCase());

/** What the search of the server says to a query. */
interface SearchedRecords {
  found: Found[];
  /** An answer is outstanding, or about to be asked for. */
  isAsking: boolean;
  hasFailed: boolean;
}

/**
 * Campaigns, leads, mailboxes and conversations that answer a query. Until the answer is here, those of the query before are
 * shown that have the longer text in their names too, so that the list does not flicker while somebody types.
 */
export function useFoundRecords(query: string): SearchedRecords {
  const typed = query.trim();
  const search = useRested(typed);
  const isLong = (text: string) => text.length >= shortestSearch;
  const { data, currentData, isFetching, isError } = searchApi.useSearchRecordsQuery(
    { query: { search } },
    { skip: !isLong(search) },
  );
  if (!isLong(typed)) return { found: [], isAsking: false, hasFailed: false };
  const isSettled = typed === search && currentData !== undefined;
  const found = data ? linesOf(data).filter((each) => isSettled || names(each, typed)) : [];
  const isAsking = typed !== search || isFetching;
  return { found, isAsking, hasFailed: isError && !isAsking };
}

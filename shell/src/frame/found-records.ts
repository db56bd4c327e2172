import { useEffect, useState } from 'react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { useAccess } from '@skein/mfe/access';
import type { Action } from '@skein/mfe/actions';
import { api, endpointsFrom } from '@skein/mfe/api';
import { navigateTo } from '@skein/mfe/navigation';

const campaigns = endpointsFrom(campaignsContract);
const leads = endpointsFrom(leadsContract);
const mailboxes = endpointsFrom(mailboxesContract);
const inbox = endpointsFrom(inboxContract);

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    findCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign'], keepFor: 30 }),
    findLeads: leads.query(build, 'listLeads', { provides: ['lead'], keepFor: 30 }),
    findMailboxes: mailboxes.query(build, 'list', { provides: ['mailbox'], keepFor: 30 }),
    findConversations: inbox.query(build, 'listConversations', { provides: ['thread'], keepFor: 30 }),
  }),
});

/** A record as a line of the palette. */
export type Found = Action & { detail?: string };

/** From this many letters on campaigns and mailboxes are asked for; leads and conversations from one more. */
const fewestLetters = 2;
const perKind = 5;
const restMilliseconds = 140;

/** The text once it has rested, so that a fast typist asks once. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

const person = (lead: { email: string; first_name: string | null; last_name: string | null }) =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;

/** Where a campaign opens: what is not launched yet in its form, a subsequence below its campaign. */
const addressOfCampaign = (row: { id: number; status: string; parent_campaign_id: number | null }): string => {
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

/** Campaigns, leads, mailboxes and conversations that answer a query, asked of the server; `isAsking` while one answer is outstanding. */
export function useFoundRecords(query: string): { found: Found[]; isAsking: boolean } {
  const access = useAccess();
  const typed = query.trim();
  const search = useRested(typed);
  const few = search.length < fewestLetters;
  const fewForPeople = search.length < fewestLetters + 1;
  const ofCampaigns = searchApi.useFindCampaignsQuery(
    { query: { search, limit: perKind } },
    { skip: few || !access.may('campaign.read') },
  );
  const ofMailboxes = searchApi.useFindMailboxesQuery(
    { query: { search, limit: perKind } },
    { skip: few || !access.may('mailbox.read') },
  );
  const ofLeads = searchApi.useFindLeadsQuery(
    { query: { search, limit: perKind } },
    { skip: fewForPeople || !access.may('lead.read') },
  );
  const ofConversations = searchApi.useFindConversationsQuery(
    { query: { search, limit: perKind } },
    { skip: fewForPeople || !access.may('inbox.read') },
  );
  const found = [
    ...(few ? [] : (ofCampaigns.data?.rows ?? [])).map((row) =>
      line({
        group: 'Campaigns',
        icon: 'send',
        to: addressOfCampaign(row),
        label: row.name,
        detail: `Campaign, ${row.status.toLowerCase()}`,
      }),
    ),
    ...(few ? [] : (ofMailboxes.data?.rows ?? [])).map((row) =>
      line({
        group: 'Mailboxes',
        icon: 'mail',
        to: `/app/email-account/${row.id}`,
        label: row.from_email,
        detail: row.from_name,
      }),
    ),
    ...(fewForPeople ? [] : (ofLeads.data?.rows ?? [])).map((row) =>
      line({
        group: 'Leads',
        icon: 'users',
        to: `/app/lead/${row.id}/view`,
        label: person(row),
        detail: [row.email, row.company_name].filter((part) => part && part !== person(row)).join(', '),
      }),
    ),
    ...(fewForPeople ? [] : (ofConversations.data?.rows ?? [])).map((row) =>
      line({
        group: 'Conversations',
        icon: 'inbox',
        to: `/app/master-inbox/replies/${row.enrolment_id}`,
        label: person(row.lead),
        detail: row.subject || row.campaign.name,
      }),
    ),
  ];
  const isAsking =
    (typed.length >= fewestLetters && typed !== search) ||
    [ofCampaigns, ofMailboxes, ofLeads, ofConversations].some(({ isFetching }) => isFetching);
  return { found: typed === search ? found : [], isAsking };
}

/** An account as it could be exported from another product: three campaigns with leads in every state. */
export interface RecordedLead {
  email: string;
  first: string;
  last: string;
  company: string;
  /** Steps that were sent, from the first. */
  sent: number;
  state: 'OPEN' | 'DONE' | 'PAUSED' | 'UNSUBSCRIBED' | 'BOUNCED';
  isReplied?: boolean;
}
export interface RecordedCampaign {
  id: number;
  name: string;
  status: 'ACTIVE' | 'PAUSED' | 'DRAFTED';
  /** Days before each step. */
  delays: number[];
  subject: string;
  leads: RecordedLead[];
}

const firsts = ['Ada', 'Bruno', 'Clara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const lasts = ['Okafor', 'Silva', 'Novak', 'Petrov', 'Demir', 'Rahman', 'Olsen', 'Meyer', 'Costa', 'Weber'];
const pattern: Pick<RecordedLead, 'sent' | 'state' | 'isReplied'>[] = [
  { sent: 0, state: 'OPEN' },
  { sent: 1, state: 'OPEN' },
  { sent: 2, state: 'OPEN' },
  { sent: 3, state: 'DONE' },
  { sent: 1, state: 'OPEN', isReplied: true },
  { sent: 1, state: 'UNSUBSCRIBED' },
  { sent: 1, state: 'BOUNCED' },
  { sent: 1, state: 'PAUSED' },
];

/** What a recorded campaign is made of. */
interface RecordedCampaignFacts {
  id: number;
  name: string;
  status: RecordedCampaign['status'];
  subject: string;
  count: number;
}

const campaign = ({ id, name, status, subject, count }: RecordedCampaignFacts): RecordedCampaign => ({
  id,
  name,
  status,
  subject,
  delays: [0, 3, 4],
  leads: Array.from({ length: count }, (_, index) => {
    const first = firsts[index % firsts.length] as string;
    const last = lasts[(index * 3 + id) % lasts.length] as string;
    const number = Math.floor(index / firsts.length);
    return {
      email: `silent.${first}.${last}${number || ''}.${id}@prospects.test`.toLowerCase(),
      first,
      last,
      company: `${last} Logistics`,
      ...(status === 'DRAFTED'
        ? { sent: 0, state: 'OPEN' as const }
        : (pattern[index % pattern.length] as RecordedLead)),
    };
  }),
});

export const recordedCampaigns: readonly RecordedCampaign[] = [
  campaign({
    id: 4101,
    name: 'Freight forwarders, DACH',
    status: 'ACTIVE',
    subject: 'Empty return legs at {{company_name}}',
    count: 240,
  }),
  campaign({
    id: 4102,
    name: 'Cold storage operators',
    status: 'PAUSED',
    subject: 'Your cold chain, {{first_name}}',
    count: 16,
  }),
  campaign({ id: 4103, name: 'Port agents, Q1', status: 'DRAFTED', subject: 'Berth times in {{location}}', count: 8 }),
];
export const recordedMailboxes = ['rosa@northlight.test', 'dan@northlight.test', 'lena@tryalder.test'];
export const recordedBlocks = ['competitor.test', 'legal@oldclient.test', 'ceo@neveragain.test'];

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

const campaign = (
  id: number,
  name: string,
  status: RecordedCampaign['status'],
  subject: string,
  count: number,
): RecordedCampaign => ({
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
  campaign(4101, 'Freight forwarders, DACH', 'ACTIVE', 'Empty return legs at {{company_name}}', 240),
  campaign(4102, 'Cold storage operators', 'PAUSED', 'Your cold chain, {{first_name}}', 16),
  campaign(4103, 'Port agents, Q1', 'DRAFTED', 'Berth times in {{location}}', 8),
];
export const recordedMailboxes = ['rosa@northlight.test', 'dan@northlight.test', 'lena@tryalder.test'];
export const recordedBlocks = ['competitor.test', 'legal@oldclient.test', 'ceo@neveragain.test'];

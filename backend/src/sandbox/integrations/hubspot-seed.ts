export interface Contact {
  id: string;
  properties: Record<string, string>;
  changed: number;
}
export interface Engagement {
  id: string;
  kind: string;
  contact: string;
  properties: Record<string, string>;
}

export const portal = 24_817_336;
export const known: Record<string, string> = {
  email: 'Email',
  firstname: 'First name',
  lastname: 'Last name',
  phone: 'Phone number',
  jobtitle: 'Job title',
  company: 'Company name',
  website: 'Website URL',
  address: 'Street address',
  city: 'City',
  state: 'State/Region',
  zip: 'Postal code',
  country: 'Country/Region',
  hs_lead_status: 'Lead status',
  lifecyclestage: 'Lifecycle stage',
  hubspot_owner_id: 'Contact owner',
  hs_linkedin_url: 'LinkedIn URL',
};
export const readOnly: Record<string, string> = {
  hs_object_id: 'Record ID',
  lastmodifieddate: 'Last modified',
  createdate: 'Created',
};
export const statuses = [
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'OPEN_DEAL',
  'UNQUALIFIED',
  'ATTEMPTED_TO_CONTACT',
  'CONNECTED',
  'BAD_TIMING',
];
export const lists = [
  { listId: '101', name: 'ICP logistics, Q4', share: 0.6 },
  { listId: '102', name: 'Newsletter, opened in 30 days', share: 0.35 },
  { listId: '103', name: 'Trade fair Chicago', share: 0.2 },
];
export const owners = [
  { id: '71', email: 'maya@northlight.test', firstName: 'Maya', lastName: 'Lindqvist' },
  { id: '72', email: 'tom@northlight.test', firstName: 'Tom', lastName: 'Adeyemi' },
];
const people =
  'Priya Raman,Denise Okafor,Jonas Whitfield,Erik Lund,Tara Bielski,Hugo Almeida,Marcus Oyelaran,Sofia Grant,Ingrid Solberg,Noah Fischer,Amara Diallo,Lucas Pereira,Hanna Virtanen,Omar Haddad,Mei Tanaka,Clara Rossi,Viktor Novak,Elena Petrova,Samuel Mensah,Aoife Byrne,Diego Castro,Lina Haas,Mateus Silva,Yara Nasser'.split(
    ',',
  );
const companies = ['Alder Freight', 'Lakefront 3PL', 'Portline', 'Fjord Group', 'Novaterra', 'Halden Cold'];

/** People at prospects.test, so that what is imported can be written to; the first word decides how each reacts. */
export function seedContacts(): Map<string, Contact> {
  return new Map(
    people.map((name, index) => {
      const [first = '', last = ''] = name.split(' ');
      const word = ['interested', 'replies', 'silent', 'opens', 'notinterested'][index % 5] ?? 'silent';
      const id = String(90_801 + index);
      return [
        id,
        {
          id,
          changed: 0,
          properties: {
            email: `${word}.${first}.${last}@prospects.test`.toLowerCase(),
            firstname: first,
            lastname: last,
            company: companies[index % companies.length] as string,
            jobtitle: ['Head of Operations', 'VP Logistics', 'Plant Director'][index % 3] as string,
            city: ['Joliet', 'Rotterdam', 'Oslo'][index % 3] as string,
            state: ['IL', '', ''][index % 3] as string,
            country: ['United States', 'Netherlands', 'Norway'][index % 3] as string,
            phone: `+1 815 555 0${100 + index}`,
            lifecyclestage: 'lead',
            hubspot_owner_id: owners[index % 2]!.id,
          },
        },
      ];
    }),
  );
}

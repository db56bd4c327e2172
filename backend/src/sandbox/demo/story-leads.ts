import type { StoryCampaign } from './story';

const firstNames = [
  'Priya',
  'Jonas',
  'Denise',
  'Paul',
  'Teresa',
  'Samir',
  'Ingrid',
  'Will',
  'Colin',
  'Marta',
  'Hugo',
  'Aisha',
  'Tom',
  'Lucia',
  'Erik',
  'Nadia',
  'Oscar',
  'Julia',
  'Viktor',
  'Maren',
  'Diego',
  'Hannah',
  'Yusuf',
  'Clara',
  'José',
  'Anneke',
  'Rafael',
  'Sofie',
  'Bruno',
  'Leila',
];
const lastNames = [
  'Raman',
  'Whitfield',
  'Okafor',
  'Brandvold',
  'Caldwell',
  'Haddad',
  'Solberg',
  'Hargreaves',
  'Mbeki',
  'Peña',
  'Larsen',
  'Novak',
  'Adeyemi',
  'Moretti',
  'Dahl',
  'Petrov',
  'Fischer',
  'Kowalski',
  'Nguyen',
  'Silva',
  'Byrne',
  'Costa',
  'Weber',
  'Dubois',
  'Ito',
];
const companies = [
  'Alder Freight',
  'Meridian Haul',
  'Lakefront 3PL',
  'Norrsken Cold',
  'Bluegrass Freight',
  'Portline',
  'Fjord Logistics',
  'Kestrel Supply',
  'Harrow Freight',
  'Corridor Cold',
  'Halden Storage',
  'Tollway 3PL',
  'Grainland',
  'Blueyard',
  'Summit Lines',
  'Carrick Transport',
];
const places = [
  'Joliet, IL',
  'Columbus, OH',
  'Leeds',
  'Rotterdam',
  'Bergen',
  'Memphis, TN',
  'Hamburg',
  'Dublin',
  'Porto',
  'Rockford, IL',
  'Lyon',
  'Gothenburg',
];

export interface StoryLead {
  email: string;
  first_name: string;
  last_name: string;
  company_name: string;
  location: string;
  phone_number: string;
  website: string;
  custom_fields: Record<string, string>;
}

/** The leads of a campaign: plausible people, each address used once in the whole story. */
export function storyLeads(campaign: StoryCampaign, index: number): StoryLead[] {
  return Array.from({ length: campaign.leads }, (_, row) => {
    const first = firstNames[(row * 7 + index * 3) % firstNames.length] as string;
    const last = lastNames[(row * 11 + index * 5 + Math.floor(row / firstNames.length)) % lastNames.length] as string;
    const company = companies[(row * 5 + index) % companies.length] as string;
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replace(/[^a-z]/gi, '')
        .toLowerCase();
    return {
      email: `${plain(first)}.${plain(last)}.${index}${row}@prospects.test`,
      first_name: first,
      last_name: last,
      company_name: company,
      location: places[(row * 3 + index) % places.length] as string,
      phone_number: `+1 815 555 0${100 + ((row * 13) % 900)}`,
      website: `https://${plain(company)}.test`,
      custom_fields:
        campaign.field && row % 3 !== 0
          ? { [campaign.field]: (places[row % places.length] as string).split(',')[0] as string }
          : {},
    };
  });
}

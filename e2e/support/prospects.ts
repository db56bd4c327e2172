/** What the sandbox's people do, by the word that their address begins with, and how their leads must end. */
export interface Ending {
  status: 'COMPLETED' | 'STOPPED' | 'BLOCKED';
  reason: string | null;
  /** Category that the rules give; undefined where the table names none. */
  category?: number | null;
}

export const endings = {
  replies: { status: 'STOPPED', reason: 'REPLIED' },
  interested: { status: 'STOPPED', reason: 'REPLIED', category: 1 },
  notinterested: { status: 'STOPPED', reason: 'REPLIED', category: 3 },
  ooo: { status: 'COMPLETED', reason: null, category: 6 },
  bounces: { status: 'BLOCKED', reason: 'BOUNCED' },
  rejects: { status: 'BLOCKED', reason: 'BOUNCED' },
  unsubscribes: { status: 'STOPPED', reason: 'UNSUBSCRIBED' },
  opens: { status: 'COMPLETED', reason: null },
  clicks: { status: 'COMPLETED', reason: null },
  silent: { status: 'COMPLETED', reason: null },
  alias: { status: 'STOPPED', reason: 'REPLIED' },
  /** Answers without References from an address that nobody knows: an untracked reply with a suggestion, and the lead goes on. */
  aliasbare: { status: 'COMPLETED', reason: null },
} as const satisfies Record<string, Ending>;

export type Word = keyof typeof endings;
export const words = Object.keys(endings) as Word[];

/** Away for two days each, the shortest absence there is: the sandbox decides by the address. */
const shortAbsences = 'emma hugo nils rosa sven tina vera walt beth erik'.split(' ');
const firstNames = [
  'Anna',
  'Ben',
  'Çelik',
  'Dora',
  'Émile',
  'Finn',
  'Gina',
  'Hugo',
  'Ida',
  'José',
  'Kate',
  'Leo',
  'Mona',
  'Nils',
  'Olga',
  'Paul',
];
const companies = ['Alder Freight', 'Blue; Yard', 'Carrick "North" Transport', 'Halden, Storage', 'Kestrel Supply'];

export interface Prospect {
  email: string;
  word: Word;
  first_name: string;
  company_name: string;
  city: string;
}

/** `count` people of all kinds in turn, with fields that a careless CSV reader stumbles over. `mark` keeps runs apart. */
export function makeProspects(count: number, mark: string): Prospect[] {
  return Array.from({ length: count }, (_, index) => {
    const word = words[index % words.length] as Word;
    const round = Math.floor(index / words.length);
    const name = word === 'ooo' && mark === '' && shortAbsences[round] ? shortAbsences[round] : `p${round}${mark}`;
    return {
      email: `${word}.${name}@prospects.test`,
      word,
      first_name: index % 9 === 4 ? '' : (firstNames[index % firstNames.length] as string),
      company_name: companies[index % companies.length] as string,
      city: index % 7 === 3 ? '' : 'Malmö',
    };
  });
}

/** The word of an address, as the sandbox reads it. */
export const wordOf = (email: string): Word => email.split(/[.+@]/)[0] as Word;

import { aliasDomain, behaviourWord } from './behaviour';
import { seededRandom } from './seeded-random';

const firstNames = [
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Irene',
  'Jonas',
  'Karin',
  'Louis',
  'Maya',
  'Nikhil',
  'Olivia',
  'Pedro',
  'Rosa',
  'Samuel',
  'Tara',
  'Victor',
];
const lastNames = [
  'Adler',
  'Bianchi',
  'Carter',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Hughes',
  'Ivanova',
  'Jensen',
  'Keller',
  'Laurent',
  'Moreau',
  'Nakamura',
  'Okafor',
  'Pereira',
  'Quinn',
  'Rossi',
  'Schmidt',
  'Tanaka',
];

export interface ProspectPerson {
  firstName: string;
  fullName: string;
  address: string;
  /** The same person's other address. */
  otherAddress: string;
}

/** Who stands behind an address: the name a mail called them by, else the name in the address, else a seeded one. */
export function prospectPerson(address: string, calledName: string | null, seed: string): ProspectPerson {
  const local = address.slice(0, address.lastIndexOf('@'));
  const parts = local.split(/[.+_-]/).slice(behaviourWord(address) ? 1 : 0);
  const words = parts.filter((part) => !/^\d+$/.test(part));
  const random = seededRandom(seed, address.toLowerCase(), 'name');
  const seeded = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const written =
    words.length >= 2 && words.every((word) => /^[a-z]{2,20}$/i.test(word)) ? words.map(capitalised).join(' ') : null;
  const called = calledName && /^\p{L}[\p{L}\p{M}\d'’., -]{1,60}$/u.test(calledName) ? calledName : null;
  const fullName = called ?? written ?? seeded;
  const number = parts.join('').replace(/\D/g, '');
  const slug = fullName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .split(/ +/)
    .join('.');
  return {
    firstName: fullName.split(' ')[0] as string,
    fullName,
    address,
    otherAddress: `${slug || 'someone'}${number}@${aliasDomain}`,
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

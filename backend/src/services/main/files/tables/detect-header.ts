import type { LeadField } from '@skein/contracts/constants';
import { isEmailAddress } from '@skein/contracts/email-address';

/**
 * Words by which a column is known, without case, spaces and signs. The specification's own names and those of common exports (section 3).
 */
export const columnNames: Record<LeadField, readonly string[]> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'workemail',
    'businessemail',
    'contactemail',
    'emailwork',
    'email1',
    'primaryemail',
    'correo',
    'correoelectronico',
    'courriel',
    'emailid',
    'epost',
    'emailadresse',
    'mailadresse',
    'leademail',
  ],
  first_name: [
    'firstname',
    'first',
    'fname',
    'givenname',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'voornaam',
    'nome',
    'contactfirstname',
  ],
  last_name: [
    'lastname',
    'last',
    'lname',
    'surname',
    'familyname',
    'nachname',
    'nom',
    'apellido',
    'apellidos',
    'achternaam',
    'cognome',
    'contactlastname',
  ],
  phone_number: [
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    'mobilephone',
    'workphone',
    'telefon',
    'cell',
    'directphone',
    'phone1',
    'handy',
    'telefono',
  ],
  company_name: [
    'company',
    'companyname',
    'organization',
    'organisation',
    'organizationname',
    'account',
    'accountname',
    'employer',
    'business',
    'businessname',
    'firma',
    'unternehmen',
    'empresa',
    'societe',
    'entreprise',
    'bedrijf',
  ],
  website: ['website', 'web', 'url', 'companywebsite', 'site', 'homepage', 'webseite', 'webpage'],
  linkedin_profile: [
    'linkedin',
    'linkedinurl',
    'linkedinprofile',
    'personlinkedinurl',
    'linkedinprofileurl',
    'linkedinlink',
    'contactlinkedin',
  ],
  location: ['location', 'address', 'region', 'fulladdress', 'contactlocation', 'ort', 'ubicacion'],
  company_url: ['companyurl', 'companydomain', 'domain', 'companywebsiteurl', 'organizationdomain', 'accountdomain'],
};
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
export const looksLikeEmail = (value: string) => isEmailAddress(value.trim().toLowerCase());

/** Whether a cell of the first row stands above a column of addresses without being one: two columns may have the same name. */
const isAbove = (rest: readonly (readonly string[])[], first: readonly string[]): boolean =>
  first.some(
    (cell, index) =>
      cell.trim() !== '' && rest.filter((row) => looksLikeEmail(row[index] ?? '')).length * 2 > rest.length,
  );

/** Whether the first row names the columns: it holds no address where later rows do, or else no bare numbers, and no name twice. */
export function detectHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return first !== undefined && first.every((cell) => !looksLikeEmail(cell));
  if (first.some(looksLikeEmail)) return false;
  const filled = first.map((cell) => cell.trim()).filter(Boolean);
  if (filled.length === 0) return false;
  if (isAbove(rest, first)) return true;
  if (first.some((cell) => Object.values(columnNames).some((words) => words.includes(plainName(cell))))) return true;
  return (
    new Set(filled.map((cell) => cell.toLowerCase())).size === filled.length &&
    !filled.some((cell) => /^[\d.,\s]+$/.test(cell))
  );
}

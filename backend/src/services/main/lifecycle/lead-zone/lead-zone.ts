import { IANAZone } from 'luxon';
import type { LeadZoneSource } from '@skein/contracts/main/lead-fields';
import { loadPlaceZones, type PlaceZones } from '#platform/time-zones/place-zones';

export interface LeadPlace {
  /** what a person gave */
  time_zone: string | null;
  location: string | null;
  phone_number: string | null;
  custom_fields: Record<string, unknown>;
}

export interface LeadZone {
  zone: string;
  source: LeadZoneSource;
}

/** Columns as files and other products call them, without case, blanks and signs. */
const columns = {
  zone: ['timezone', 'tz', 'leadtimezone', 'contacttimezone', 'zeitzone', 'zonahoraria', 'fuseauhoraire'],
  country: ['country', 'countrycode', 'companycountry', 'contactcountry', 'land', 'pais', 'pays', 'paese'],
  region: ['state', 'province', 'region', 'contactstate', 'companystate', 'bundesland', 'provincia'],
  city: ['city', 'town', 'companycity', 'contactcity', 'stadt', 'ort', 'ciudad', 'ville', 'citta'],
} as const;

/** What Americans write instead of a zone's name. */
const spoken: Record<string, string> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  gmt: 'Europe/London',
  bst: 'Europe/London',
};

/** Longer texts are no names of places. */
const longest = 200;
const nameOf = (column: string) => column.toLowerCase().replace(/[^a-z]/g, '');
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, longest) : '');

function readZone(text: string): string | null {
  if (text === '') return null;
  if (text.includes('/') && IANAZone.isValidZone(text)) return IANAZone.create(text).name;
  return (
    spoken[
      text
        .toLowerCase()
        .replace(/[^a-z]/g, '')
        .replace(/(?:standard|daylight)?time$/, '')
    ] ?? null
  );
}

/** "Greater Chicago Area" is about Chicago. */
const cityOf = (text: string) =>
  text
    .replace(/^greater /i, '')
    .replace(/ (?:metropolitan area|metro area|bay area|area)$/i, '')
    .trim();

/**
 * The time zone of a lead: what a person gave, else a column of the file, else city, region and country, else the area code of the phone
 * number. Null where none of them tells one zone; the lead is then mailed by the campaign's.
 */
function leadZoneBy(zones: PlaceZones, lead: LeadPlace): LeadZone | null {
  if (lead.time_zone) return { zone: lead.time_zone, source: 'GIVEN' };
  const found: Partial<Record<keyof typeof columns, string>> = {};
  for (const [column, value] of Object.entries(lead.custom_fields)) {
    const name = nameOf(column);
    for (const kind of ['zone', 'country', 'region', 'city'] as const)
      if (!found[kind] && (columns[kind] as readonly string[]).includes(name)) found[kind] = textOf(value);
  }
  const named = readZone(found.zone ?? '');
  if (named) return { zone: named, source: 'COLUMN' };
  const { country, region, city } = found;
  const zone = (country || region || city) && zones.ofPlace(given({ country, region, city: cityOf(city ?? '') }));
  if (zone) return { zone, source: 'PLACE' };
  const located = zoneOfLocation(zones, textOf(lead.location));
  if (located) return { zone: located, source: 'PLACE' };
  const code = zones.countryOf(country ?? '') ?? zones.countryOf(lastPart(textOf(lead.location)));
  const dialled = lead.phone_number && zones.ofPhone(textOf(lead.phone_number), code);
  return dialled ? { zone: dialled, source: 'PHONE' } : null;
}

const partsOf = (location: string) =>
  location
    .split(/[,;|/]/)
    .map((part) => part.trim())
    .filter(Boolean);
const lastPart = (location: string) => partsOf(location).at(-1) ?? '';

/**
 * "Austin, Texas, United States", "Lyon", "Bavaria, Germany" or "Portland, OR". The last part can name a country and a region ("Georgia",
 * "CA", "DE"): the one in which the city lies is meant, and where the city tells neither, nothing is.
 */
function zoneOfLocation(zones: PlaceZones, location: string): string | null {
  const parts = partsOf(location);
  const last = parts.at(-1) ?? '';
  const isCountry = zones.countryOf(last) !== null;
  const isRegion = zones.ofPlace({ region: last }) !== null;
  if (parts.length < 2)
    return isCountry && isRegion
      ? null
      : (zones.ofPlace(isCountry ? { country: last } : { city: cityOf(last) }) ?? zones.ofPlace({ region: last }));
  const city = cityOf(parts[0] ?? '');
  const region = parts.length > 2 ? parts.at(-2) : undefined;
  const exact = zones.ofCity({ city, country: last }) ?? zones.ofCity({ city, region: last });
  if (exact || (isCountry && isRegion)) return exact;
  return isCountry
    ? zones.ofPlace(given({ city, region: region ?? parts[0], country: last }))
    : zones.ofPlace({ city, region: last });
}

/** Without what was left empty. */
const given = (place: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value));

/** Reads the tables of places once; the function itself asks nobody. */
export async function loadLeadZones(): Promise<(lead: LeadPlace) => LeadZone | null> {
  const zones = await loadPlaceZones();
  return (lead) => leadZoneBy(zones, lead);
}

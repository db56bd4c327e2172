/** A town as city-timezones has it. */
export interface City {
  city: string;
  city_ascii: string;
  province: string;
  state_ansi?: string;
  iso2: string;
  pop: number;
  timezone: string;
}

/** Towns that the package has in a zone of before their country changed its rules, in a wrong one, or in none. */
export interface ZoneOverride {
  zone: string;
  iso2: string;
  /** Beginning of the province's name; every town of it where no towns are named. */
  province?: string;
  towns?: readonly string[];
  /** Zones that are put right; all of them where none is named. */
  instead?: readonly string[];
}

/** Each zone with the tz database release that introduced it. */
export const zoneOverrides: readonly ZoneOverride[] = [
  // 2022f: the border of Chihuahua keeps the time of Texas, in its west that of El Paso.
  { zone: 'America/Ciudad_Juarez', iso2: 'MX', province: 'Chihuahua', towns: ['Ciudad Juarez', 'Ascension'] },
  { zone: 'America/Matamoros', iso2: 'MX', province: 'Coahuila', towns: ['Allende'] },
  // 2017a and 2025b: the south of Chile stays in summer time.
  { zone: 'America/Punta_Arenas', iso2: 'CL', province: 'Magallanes' },
  { zone: 'America/Coyhaique', iso2: 'CL', province: 'Aisén' },
  { zone: 'America/Coyhaique', iso2: 'CL', province: 'Santa Cruz', towns: ["Villa O'Higgins"] },
  // 2018h and 2024a.
  { zone: 'Asia/Qostanay', iso2: 'KZ', province: 'Qostanay' },
  { zone: 'America/Scoresbysund', iso2: 'GL', towns: ['Ittoqqortoormiit'] },
  { zone: 'Asia/Ulaanbaatar', iso2: 'MN', province: 'Dzavhan' },
  { zone: 'Asia/Ulaanbaatar', iso2: 'MN', province: 'Govi-Altay' },
  // Only Xinjiang also uses a local time next to Beijing time.
  ...['Gansu', 'Xizang', 'Guangdong'].map((province) => ({
    zone: 'Asia/Shanghai',
    iso2: 'CN',
    province,
    instead: ['Asia/Urumqi', 'Asia/Kashgar'],
  })),
  { zone: 'America/La_Paz', iso2: 'BO', towns: ['Puerto Heath'] },
  { zone: 'America/Argentina/Catamarca', iso2: 'AR', province: 'Chubut', towns: ['Comodoro Rivadavia'] },
  { zone: 'America/Argentina/La_Rioja', iso2: 'AR', province: 'La Rioja', towns: ['Chilecito'] },
  { zone: 'America/Dawson_Creek', iso2: 'CA', towns: ['Fort St. John'] },
  { zone: 'Asia/Tehran', iso2: 'IR', towns: ['Orumiyeh'] },
  { zone: 'America/Managua', iso2: 'NI', towns: ['San Juan del Sur'] },
  { zone: 'Asia/Ust-Nera', iso2: 'RU', towns: ['Oymyakon'] },
  { zone: 'Europe/Moscow', iso2: 'RU', towns: ['Penza'] },
  { zone: 'Asia/Yekaterinburg', iso2: 'RU', province: 'Perm', towns: ['Perm'] },
  { zone: 'Europe/Monaco', iso2: 'MC' },
  { zone: 'Europe/Vatican', iso2: 'VA' },
];

/** Names that towns go by today, and how the package writes them. */
export const townAliases: Readonly<Record<string, string>> = {
  Coyhaique: 'Coihaique',
  'Puerto Aysén': 'Puerto Aisen',
  Kostanay: 'Oostanay',
  Qostanay: 'Oostanay',
};

const byCountry = new Map<string, ZoneOverride[]>();
for (const override of zoneOverrides) byCountry.set(override.iso2, [...(byCountry.get(override.iso2) ?? []), override]);

export const isMeant = (override: ZoneOverride, city: City): boolean =>
  city.iso2 === override.iso2 &&
  (override.province === undefined || city.province.startsWith(override.province)) &&
  (override.towns === undefined || override.towns.includes(city.city_ascii)) &&
  (override.instead === undefined || override.instead.includes(city.timezone));

/** The town in the zone whose clocks it has. */
export function inItsZone(city: City): City {
  const override = byCountry.get(city.iso2)?.find((one) => isMeant(one, city));
  return override ? { ...city, timezone: override.zone } : city;
}

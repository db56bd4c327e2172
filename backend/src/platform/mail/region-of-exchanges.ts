/** Countries by their top-level domain, for hosts of providers that serve one part of the world. */
const countries: Readonly<Record<string, string>> = {
  Europe:
    'eu at be bg by ch cz de dk ee es fi fr gr hr hu ie is it lt lu lv md mk mt nl no pl pt ro rs ru se si sk su tr ua uk',
  Asia: 'ae bd cn hk id il in ir jp kr kz lk my ph pk qa sa sg th tw uz vn',
  'North America': 'ca mx us',
  'South America': 'ar bo br cl co ec pe py uy ve',
  Oceania: 'au nz',
  Africa: 'eg gh ke ma ng tn tz ug za',
};
/** Sold to everybody, whatever country they are of. */
const anybodys = new Set(['co', 'in']);
const regionOf = new Map(
  Object.entries(countries).flatMap(([region, codes]) => codes.split(' ').map((code) => [code, region] as const)),
);

/**
 * The part of the world that MX hosts stand for, by their country: mx.zoho.eu, mx00.kundenserver.de. Null where the
 * first host by priority tells none, as those of providers of the whole world do.
 */
export function regionOfExchanges(records: readonly { exchange: string; priority: number }[]): string | null {
  const [first] = [...records].sort((one, other) => one.priority - other.priority);
  const labels = (first?.exchange ?? '').toLowerCase().replace(/\.$/, '').split('.');
  const country = labels.at(-1) ?? '';
  // zoho.in is Zoho in India; a domain of its own below .in or .co can be anybody's.
  if (anybodys.has(country) && labels.at(-2) !== 'zoho') return null;
  return regionOf.get(country) ?? null;
}

import { rateOf } from '@skein/contracts/analytics/measures';
import type { MatrixCell } from '@skein/contracts/analytics/insights.contract';

const names: Record<string, string> = {
  GMAIL: /* key */ 'Google',
  OUTLOOK: /* key */ 'Microsoft 365',
  ZOHO: /* key */ 'Zoho',
};
const nameOf = (provider: string) => names[provider] ?? /* key */ 'Other';
const counts = ['sent', 'contacted', 'replied', 'bounced', 'placed', 'spam'] as const;

/** What a cell, a row or a column of the matrix counts. */
export type Place = Record<(typeof counts)[number], number>;
export type MatrixMeasure = 'replied' | 'bounced' | 'spam';

/** Fewer than this say nothing about a rate. */
export const enough = 50;
const of = { replied: 'contacted', bounced: 'sent', spam: 'placed' } as const;
/** How many the rate of a place rests on. */
export const baseOf = (place: Place, measure: MatrixMeasure): number => place[of[measure]];
export const placeRate = (place: Place, measure: MatrixMeasure): number | null =>
  rateOf(place[measure], baseOf(place, measure));
const isEnough = (place: Place, measure: MatrixMeasure) =>
  (measure === 'spam' ? place.placed : place.sent) >= enough && placeRate(place, measure) !== null;

const noPlace = (): Place => ({ sent: 0, contacted: 0, replied: 0, bounced: 0, placed: 0, spam: 0 });
const add = (one: Place, other: Place): Place =>
  Object.fromEntries(counts.map((name) => [name, one[name] + other[name]])) as Place;

/** Cells by their providers' names, `Google|Zoho`: several kinds of servers are all "Other". */
export function placesOf(cells: readonly MatrixCell[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const cell of cells) {
    const key = `${nameOf(cell.from)}|${nameOf(cell.to)}`;
    places.set(key, add(places.get(key) ?? noPlace(), cell));
  }
  return places;
}

/** All places of a row, of a column, or all there are. */
export const sumOf = (places: ReadonlyMap<string, Place>, end: { from?: string; to?: string } = {}): Place =>
  [...places]
    .filter(([key]) => {
      const [from, to] = key.split('|');
      return (end.from ?? from) === from && (end.to ?? to) === to;
    })
    .reduce((sum, [, place]) => add(sum, place), noPlace());

interface Outlier {
  from: string;
  to: string;
  rate: number;
  /** The rate of all other places together. */
  rest: number;
}

/** Places whose rate is at least twice as bad as that of all others together, the worst first. Pure. */
export function outliersOf(places: ReadonlyMap<string, Place>, measure: MatrixMeasure): Outlier[] {
  const found: Outlier[] = [];
  for (const [key, place] of places) {
    const rate = placeRate(place, measure);
    const others = sumOf(new Map([...places].filter(([other]) => other !== key)));
    const rest = placeRate(others, measure);
    if (rate === null || rest === null || !isEnough(place, measure) || !isEnough(others, measure)) continue;
    const isWorse = measure === 'replied' ? rate * 2 <= rest : rate >= rest * 2 && rate >= 1;
    const [from = '', to = ''] = key.split('|');
    if (isWorse) found.push({ from, to, rate, rest });
  }
  const badness = ({ rate, rest }: Outlier) => (measure === 'replied' ? rest - rate : rate - rest);
  return found.sort((one, other) => badness(other) - badness(one)).slice(0, 3);
}

/** How dark a place is drawn, of the highest rate; null where it says too little. */
export function shadeOf(places: ReadonlyMap<string, Place>, key: string, measure: MatrixMeasure): number | null {
  const place = places.get(key);
  const rate = place && isEnough(place, measure) ? placeRate(place, measure) : null;
  if (rate === null) return null;
  const rates = [...places.values()].filter((one) => isEnough(one, measure)).map((one) => placeRate(one, measure) ?? 0);
  return rate / Math.max(1, ...rates);
}

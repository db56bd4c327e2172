import { brandColours, contrast } from '@skein/contracts/brand-colours';
import { toneOf } from './chart/chart-types';
import { tokensCss } from './tokens';

type Lab = readonly [number, number, number];

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** A colour in Oklab (CSS Color 4, section 9.4). */
function labOf(colour: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function colourOf([light, a, b]: Lab): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, gamma(part))) * 255);
  return `#${parts.map((part) => byte(part).toString(16).padStart(2, '0')).join('')}`;
}

/** The tokens of a theme as they are written; those of the light theme stand where the dark one has none. */
function tokensOf(theme: 'light' | 'dark'): Map<string, string> {
  const dark = tokensCss.indexOf('[data-theme="dark"]');
  const text = theme === 'light' ? tokensCss.slice(0, dark) : tokensCss;
  return new Map(
    [...text.matchAll(/\s--(\w[\w-]*):([^;]*);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** A token as the browser resolves it. */
function resolve(tokens: ReadonlyMap<string, string>, value: string): string {
  const named = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (named) return resolve(tokens, tokens.get(named) ?? '');
  const [, first, percent, second] = /^color-mix\(in oklab, (\S+) (\d+)%, (\S+)\)$/.exec(value) ?? [];
  if (!first || !second) return value;
  const [one, other] = [labOf(resolve(tokens, first)), labOf(resolve(tokens, second))];
  const share = Number(percent) / 100;
  const part = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share);
  return colourOf([part(0), part(1), part(2)]);
}

const chartTones = [...tokensOf('light').keys()].filter((name) => /^chart-(?!grid)/.test(name));
const tones = [...chartTones, 'success', 'warning', 'danger', 'info'];
/** Least contrast of what is drawn (WCAG 2.2, 1.4.11). */
const leastOfShapes = 3;

it('mixes as the browser does', () => {
  expect(resolve(new Map(), 'color-mix(in oklab, #ffffff 50%, #000000)')).toBe('#636363');
  expect(chartTones).toHaveLength(8);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const own = tokensOf(theme);
  const surfaces = ['surface', 'surface-2'].map((name) => resolve(own, `var(--${name})`));
  const weakest = (tokens: ReadonlyMap<string, string>, tone: string) =>
    Math.min(...surfaces.map((surface) => contrast(resolve(tokens, `var(--${tone})`), surface)));

  it.each(tones)('a bar or a line in %s stands out from what it is drawn on', (tone) => {
    expect(weakest(own, tone)).toBeGreaterThanOrEqual(leastOfShapes);
  });

  it.each(['#ffcc00', '#757575', '#000000', '#ff0000', '#00aa55', '#00bcd4', '#7a1fa2', '#8fe3c0'])(
    'so do they with the accent %s of an agency',
    (chosen) => {
      const { accent, onDark, solidOnDark } = brandColours(chosen);
      const tokens = new Map([...own, ['brand', accent], ['brand-dark', onDark], ['brand-solid-dark', solidOnDark]]);
      for (const tone of chartTones) expect([tone, weakest(tokens, tone) >= leastOfShapes]).toEqual([tone, true]);
    },
  );

  it('neighbours in a stack differ', () => {
    for (const at of [0, 1, 2, 3, 4]) {
      const [one, other] = [at, at + 1].map((index) => resolve(own, `var(--${toneOf('stacked', index)})`));
      expect(contrast(one ?? '', other ?? '')).toBeGreaterThan(1.3);
    }
  });

  it('the rest of a bar stands out from its track', () => {
    const track = resolve(own, 'var(--surface-3)');
    expect(contrast(resolve(own, 'var(--border-control)'), track)).toBeGreaterThanOrEqual(leastOfShapes);
  });
});

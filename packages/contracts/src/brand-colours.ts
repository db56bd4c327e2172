/** Colours of a brand: contrast by WCAG 2.2, and what of one accent is legible on light and on dark surfaces. Pure. */

/** An accent colour as it is stored: six lower-case hexadecimal digits. */
export const accentPattern = /^#[0-9a-f]{6}$/;
/** Least contrast of text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;
/** Surfaces that text in the accent appears on, and the one that its soft tint is mixed with, as `packages/ui` has them. */
const lightSurfaces = { text: ['#ffffff', '#f5f5f3', '#f1f0ed'], base: '#ffffff', soft: 0.08 };
const darkSurfaces = { text: ['#161618', '#1e1e21', '#242428'], base: '#161618', soft: 0.2 };

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const hex = (values: number[]): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 to 1. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const mix = (colour: string, share: number, towards: number): string =>
  hex(channels(colour).map((value) => value + (towards - value) * share));

/** The lightest tint of a colour that still satisfies `holds`, by steps of a fiftieth; the colour itself when none does. */
function tintWhile(colour: string, holds: (tint: string) => boolean): string {
  let last = colour;
  for (let step = 1; step < 50; step += 1) {
    const tint = mix(colour, step / 50, 255);
    if (!holds(tint)) break;
    last = tint;
  }
  return last;
}

/** A colour over a surface of which a share shows through. */
const over = (colour: string, surface: string, share: number): string => {
  const below = channels(surface);
  return hex(channels(colour).map((value, at) => (below[at] ?? 0) + (value - (below[at] ?? 0)) * share));
};

/**
 * The lowest contrast that an accent has in the light theme: under the white text of a button, and as text on every surface, also on its
 * own soft tint.
 */
export const contrastOnLight = (accent: string): number =>
  Math.min(
    ...lightSurfaces.text.map((surface) => contrast(accent, surface)),
    contrast(accent, over(accent, lightSurfaces.base, lightSurfaces.soft)),
  );

/** The lowest contrast that an accent has as text in the dark theme. Buttons take a darker shade of it that carries white text. */
export const contrastOnDark = (accent: string): number =>
  Math.min(
    ...darkSurfaces.text.map((surface) => contrast(accent, surface)),
    contrast(accent, over(nearestUnderWhite(accent), darkSurfaces.base, darkSurfaces.soft)),
  );

/** Whether an accent can be read everywhere in the light theme. */
export const isLegibleAccent = (accent: string): boolean =>
  accentPattern.test(accent) && contrastOnLight(accent) >= leastContrast;

/** Whether an accent can be read everywhere in the dark theme. */
export const isLegibleOnDark = (accent: string): boolean =>
  accentPattern.test(accent) && contrastOnDark(accent) >= leastContrast;

/** The first colour on the way to black (0) or white (255) for which `holds`, by steps of a fiftieth. */
function firstTowards(colour: string, towards: 0 | 255, holds: (shade: string) => boolean): string {
  for (let step = 0; step <= 50; step += 1) {
    const shade = mix(colour, step / 50, towards);
    if (holds(shade)) return shade;
  }
  return towards === 0 ? '#000000' : '#ffffff';
}

/** The nearest shade that white text can be read on. */
const nearestUnderWhite = (colour: string): string =>
  firstTowards(colour, 0, (shade) => contrast(shade, '#ffffff') >= leastContrast);

/** The nearest legible shade of a colour, for a person whose choice is too light. */
export const nearestLegible = (colour: string): string => firstTowards(colour, 0, isLegibleAccent);

/** The nearest tint of a colour that is legible in the dark theme, for a person whose choice is too dark. */
export const nearestLegibleOnDark = (colour: string): string => firstTowards(colour, 255, isLegibleOnDark);

/**
 * What is wrong with an accent in one theme, with a colour that passes, as the end of a sentence that begins with the field's name; null
 * when it can be read.
 */
export function accentProblem(accent: string, theme: 'light' | 'dark'): string | null {
  if (!accentPattern.test(accent)) return `must be a colour such as ${theme === 'light' ? '#3f4fcf' : '#8f9bff'}`;
  const [ratio, passes] =
    theme === 'light'
      ? [contrastOnLight(accent), nearestLegible(accent)]
      : [contrastOnDark(accent), nearestLegibleOnDark(accent)];
  if (ratio >= leastContrast) return null;
  // Rounded down: 4.46 must not read as 4.5.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return `has a contrast of ${shown} to 1 in the ${theme} theme, and ${leastContrast} is the least that can be read. ${passes} passes`;
}

export interface BrandColours {
  /** As chosen, or the nearest shade that the light theme can show. */
  accent: string;
  /** The same hue as text on dark surfaces. */
  onDark: string;
  /** The same hue under white text on dark surfaces. */
  solidOnDark: string;
}

/**
 * What the two themes need of a brand's accent, and of another one for the dark theme where it chose one. A colour that was chosen under an
 * older rule is drawn as its nearest legible one.
 */
export function brandColours(chosen: string, chosenDark: string | null = null): BrandColours {
  const accent = nearestLegible(chosen);
  if (chosenDark !== null && accentPattern.test(chosenDark)) {
    const onDark = nearestLegibleOnDark(chosenDark);
    return { accent, onDark, solidOnDark: nearestUnderWhite(onDark) };
  }
  return {
    accent,
    onDark: nearestLegibleOnDark(accent),
    solidOnDark: tintWhile(accent, (tint) => contrast(tint, '#ffffff') >= leastContrast),
  };
}

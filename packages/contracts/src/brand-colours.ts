/** Colours of a brand: contrast by WCAG 2.2, and what of one accent is legible on light and on dark surfaces. Pure. */

/** An accent colour as it is stored: six lower-case hexadecimal digits. */
export const accentPattern = /^#[0-9a-f]{6}$/;
/** White text on the accent and the accent as text on white need it (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;
/** The lightest dark surface on which text in the accent stands. */
const darkSurface = '#242428';

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

/** Whether an accent can carry white text and stand as text on white. */
export const isLegibleAccent = (accent: string): boolean =>
  accentPattern.test(accent) && contrast(accent, '#ffffff') >= leastContrast;

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

/** The nearest legible shade of a colour, for a person whose choice is too light. */
export function nearestLegible(colour: string): string {
  for (let step = 0; step <= 50; step += 1) {
    const shade = mix(colour, step / 50, 0);
    if (isLegibleAccent(shade)) return shade;
  }
  return '#000000';
}

export interface BrandColours {
  /** As chosen. */
  accent: string;
  /** The same hue as text on dark surfaces. */
  onDark: string;
  /** The same hue under white text on dark surfaces. */
  solidOnDark: string;
}

/** Whether an accent stands as text on the dark theme. */
export const isLegibleOnDark = (accent: string): boolean =>
  accentPattern.test(accent) && contrast(accent, darkSurface) >= leastContrast;

/** What the two themes need of a brand's accent, and of another one for the dark theme where it chose one. */
export function brandColours(accent: string, accentDark: string | null = null): BrandColours {
  if (accentDark !== null && isLegibleOnDark(accentDark))
    return { accent, onDark: accentDark, solidOnDark: nearestLegible(accentDark) };
  let onDark = accent;
  for (let step = 0; step < 50 && contrast(onDark, darkSurface) < leastContrast; step += 1)
    onDark = mix(accent, (step + 1) / 50, 255);
  return { accent, onDark, solidOnDark: tintWhile(accent, (tint) => contrast(tint, '#ffffff') >= leastContrast) };
}

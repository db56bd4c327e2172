/** What of a brand can be chosen beside its colours. Pure. */

/** Fonts that every system has, and the product's own; none is fetched from elsewhere. */
export const brandFonts = ['standard', 'system', 'humanist', 'serif'] as const;
export type BrandFont = (typeof brandFonts)[number];

/** Null: the product's own. */
export const brandFontStacks: Record<BrandFont, string | null> = {
  standard: null,
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  serif: 'Charter, "Bitstream Charter", Cambria, Georgia, "DejaVu Serif", serif',
};

export const brandRadii = ['sharp', 'standard', 'round'] as const;
export type BrandRadius = (typeof brandRadii)[number];

/** Badges, buttons and cards, in px. */
export const brandRadiusSizes: Record<BrandRadius, readonly [number, number, number]> = {
  sharp: [1, 2, 2],
  standard: [4, 6, 10],
  round: [8, 14, 18],
};

/** What an agency chose of how things look: all that pages without a login, emails and reports need. */
export interface BrandLook {
  /** #rrggbb, legible in the light theme */
  accent: string;
  /** #rrggbb, legible in the dark theme; null: made from the accent */
  accentDark: string | null;
  font: BrandFont;
  radius: BrandRadius;
}

/** The product's own look, and that of an agency which chose nothing. */
export const ownLook: BrandLook = { accent: '#3f4fcf', accentDark: null, font: 'standard', radius: 'standard' };

/** `both` follows the reader's system; a preview shows one. */
export type ShownTheme = 'both' | 'light' | 'dark';

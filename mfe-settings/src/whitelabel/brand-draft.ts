import { isLegibleAccent, isLegibleOnDark, nearestLegible, nearestLegibleOnDark } from '@skein/contracts/brand-colours';
import { ownLook, type BrandFont, type BrandLook, type BrandRadius } from '@skein/contracts/brand-theme';

/** A brand as the form has it now: what its previews draw. */
export interface BrandDraft {
  name: string;
  accent: string;
  /** Empty: made from the accent. */
  accentDark: string;
  font: BrandFont;
  radius: BrandRadius;
  loginText: string;
  greeting: string;
  footer: string;
  supportAddress: string;
  senderName: string;
  logo: string | null;
  /** The logo where emails and PDF reports have it. */
  printedLogo: string | null;
  favicon: string | null;
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
const colourOf = (text: string): string => text.trim().toLowerCase();

/** The look of a draft. A colour that cannot be read, and would be refused, is drawn as the one that is offered instead. */
export function lookOf({ accent, accentDark, font, radius }: BrandDraft): BrandLook {
  const [light, dark] = [colourOf(accent), colourOf(accentDark)];
  return {
    accent: isLegibleAccent(light) ? light : nearestLegible(isColour(light) ? light : ownLook.accent),
    accentDark: !isColour(dark) ? null : isLegibleOnDark(dark) ? dark : nearestLegibleOnDark(dark),
    font,
    radius,
  };
}

export const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();

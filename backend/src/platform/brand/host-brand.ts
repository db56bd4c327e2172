import { accentPattern, brandColours, nearestLegible } from '@skein/contracts/brand-colours';
import { brandFontStacks, brandRadiusSizes, type BrandFont, type BrandRadius } from '@skein/contracts/brand-theme';

/** The face that one host name shows instead of the product's own. */
export interface HostBrand {
  name: string;
  /** #rrggbb, checked for contrast when it was chosen */
  accent: string;
  /** #rrggbb, checked as the accent was; null: made from it */
  accentDark: string | null;
  font: BrandFont;
  radius: BrandRadius;
  /** Said on the login page of clients. */
  text: string | null;
  /** Changes with the pictures, so that browsers may keep them. */
  version: string;
  hasLogo: boolean;
  hasFavicon: boolean;
}

/** Where the pictures of the host's brand are served, on the host itself. */
const brandImagePaths = { logo: '/brand/logo', favicon: '/brand/favicon' } as const;

/** The host name of a Host header, in lower case and without its port; null for what is none (an address in numbers has no brand). */
export function readHost(header: string | undefined | null): string | null {
  const name =
    /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(?::\d{1,5})?$/i.exec((header ?? '').trim())?.[1]?.toLowerCase() ?? null;
  return name === null || name.length > 253 || /^[\d.]+$/.test(name) ? null : name;
}

/** A text as a CSS string: every sign but letters and digits as its code point, so that nothing can end the string. */
const cssString = (text: string): string =>
  `"${[...text].map((sign) => (/^[a-z0-9 ]$/i.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16)} `)).join('')}"`;

const html = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');

/** The first letter or digit of a name on the brand's colour: the picture of a brand that has sent none. */
function initialPicture({ name, accent }: Pick<HostBrand, 'name' | 'accent'>): string {
  const initial = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${accentPattern.test(accent) ? nearestLegible(accent) : '#000000'}"/><text x="12" y="17" font-family="system-ui,sans-serif" font-size="14" font-weight="600" text-anchor="middle" fill="#ffffff">${html(initial)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/'/g, '%27').replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}

/**
 * The style sheet of a brand: only the variables that a theme may change. It says `html:root` so that it wins over the tokens of the
 * product wherever those are inserted.
 */
export function brandStyle(brand: HostBrand): string {
  if (!accentPattern.test(brand.accent)) throw new Error('The accent of a brand is no colour.');
  const { accent, onDark, solidOnDark } = brandColours(brand.accent, brand.accentDark);
  const font = brandFontStacks[brand.font];
  const [small, middle, large] = brandRadiusSizes[brand.radius];
  const logo = brand.hasLogo
    ? `url("${brandImagePaths.logo}?v=${encodeURIComponent(brand.version)}")`
    : `url("${initialPicture(brand)}")`;
  return `html:root{--brand:${accent};--brand-dark:${onDark};--brand-solid-dark:${solidOnDark};--brand-name:${cssString(brand.name)};--brand-logo:${logo};--brand-logo-size:contain;--brand-logo-back:transparent;--r-1:${small}px;--r-2:${middle}px;--r-3:${large}px${font === null ? '' : `;--font:${font}`}}`;
}

/** Puts a brand into the first HTML of the page: title, icon, style and name, so that nothing of ours is ever painted. */
export function brandPage(page: string, brand: HostBrand, nonce: string): string {
  const icon = brand.hasFavicon
    ? `${brandImagePaths.favicon}?v=${encodeURIComponent(brand.version)}`
    : initialPicture(brand);
  return page
    .replace(
      /<html\b/,
      () =>
        `<html data-brand-name="${html(brand.name)}"${brand.text === null ? '' : ` data-brand-text="${html(brand.text)}"`}`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${html(brand.name)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${html(icon)}">`)
    .replace(
      /<noscript>[^<]*<\/noscript>/,
      () => `<noscript>${html(brand.name)} needs JavaScript. Please allow it for this address.</noscript>`,
    )
    .replace('</head>', () => `<style nonce="${nonce}">${brandStyle(brand)}</style></head>`);
}

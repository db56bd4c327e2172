import { brandColours } from '@skein/contracts/brand-colours';
import { brandFontStacks, brandRadiusSizes, type BrandFont, type BrandRadius } from '@skein/contracts/brand-theme';
import { RawAnswer } from './raw-answer';

/** What an agency chose of the pages that people without a login see. It carries no name: a recipient knows the sender, not who sends for it. */
export interface PageLook {
  /** #rrggbb, dark enough for white text */
  accent: string;
  /** #rrggbb for dark surfaces; null: made from the accent */
  accentDark: string | null;
  font: BrandFont;
  radius: BrandRadius;
}

const ownLook: PageLook = { accent: '#3f4fcf', accentDark: null, font: 'standard', radius: 'standard' };
const ownFont = 'system-ui,sans-serif';

/** Text inside HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function styleOf({ accent, accentDark, font, radius }: PageLook): string {
  const { solidOnDark } = brandColours(accent, accentDark);
  const [, button, card] = brandRadiusSizes[radius];
  return [
    `body{font:15px/24px ${brandFontStacks[font] ?? ownFont};background:#f5f5f3;color:#1b1b19;display:grid;place-items:center;min-height:100vh;margin:0}`,
    `main{background:#fff;border:1px solid #e8e7e3;border-radius:${card}px;padding:32px;max-width:360px;margin:16px}`,
    'h1{font-size:18px;line-height:24px;margin:0 0 8px}p{margin:0 0 24px;color:#45443f;overflow-wrap:anywhere}',
    `button{font:inherit;font-weight:500;height:40px;padding:0 16px;border:0;border-radius:${button}px;background:${accent};color:#fff;cursor:pointer}`,
    `@media(prefers-color-scheme:dark){body{background:#0f0f11;color:#ededef}main{background:#161618;border-color:#28282c}p{color:#c6c6cb}button{background:${solidOnDark}}}`,
  ].join('');
}

/** One card with a title for somebody who follows a link of an email: no script, nothing fetched, kept by no cache and named to nobody. */
interface SmallPage {
  title: string;
  /** HTML; texts in it have gone through `escapeHtml`. */
  content: string;
  status?: number;
  look?: PageLook | null;
}

/** Draws such a page, in the look of the agency that stands behind the email where it has one. */
export const smallPage = ({ title, content, status = 200, look }: SmallPage): RawAnswer =>
  new RawAnswer(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${styleOf(look ?? ownLook)}</style></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  );

import { brandColours } from './brand-colours';
import { brandFontStacks, brandRadiusSizes, type BrandLook, type ShownTheme } from './brand-theme';
import { escapeHtml } from './escape-html';

/** Pages of one card behind the links of emails, drawn the same for recipients and for the preview of an agency. Pure. */

const ownFont = 'system-ui,sans-serif';

function styleOf({ accent, accentDark, font, radius }: BrandLook, theme: ShownTheme): string {
  const { accent: onLight, solidOnDark } = brandColours(accent, accentDark);
  const [, button, card] = brandRadiusSizes[radius];
  const dark = `body{background:#0f0f11;color:#ededef}main{background:#161618;border-color:#28282c}p{color:#c6c6cb}button{background:${solidOnDark}}`;
  return [
    `body{font:15px/24px ${brandFontStacks[font] ?? ownFont};background:#f5f5f3;color:#1b1b19;display:grid;place-items:center;min-height:100vh;margin:0}`,
    `main{background:#fff;border:1px solid #e8e7e3;border-radius:${card}px;padding:32px;max-width:360px;margin:16px}`,
    'h1{font-size:18px;line-height:24px;margin:0 0 8px}p{margin:0 0 24px;color:#45443f;overflow-wrap:anywhere}',
    `button{font:inherit;font-weight:500;height:40px;padding:0 16px;border:0;border-radius:${button}px;background:${onLight};color:#fff;cursor:pointer}`,
    { light: '', dark, both: `@media(prefers-color-scheme:dark){${dark}}` }[theme],
  ].join('');
}

/** A card with a title. `content` is HTML; texts in it have gone through `escapeHtml`. */
export interface BrandPage {
  title: string;
  content: string;
}

/** What the page behind the unsubscribe link asks: link scanners open every address of an email, and only a person presses a button. */
export const unsubscribeQuestion: BrandPage = {
  title: 'Unsubscribe',
  content:
    '<p>Press the button to stop all emails from this sender.</p><form method="post"><button type="submit">Unsubscribe</button></form>',
};

/** @param nonce for a page whose policy takes only styles that bear it */
export function brandPageHtml(
  { title, content }: BrandPage,
  look: BrandLook,
  { theme = 'both', nonce }: { theme?: ShownTheme; nonce?: string } = {},
): string {
  const style = `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${styleOf(look, theme)}</style>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${style}</head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}

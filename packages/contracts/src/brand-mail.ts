import { brandColours } from './brand-colours';
import { brandFontStacks, brandRadiusSizes, ownLook, type BrandLook, type ShownTheme } from './brand-theme';
import { escapeHtml } from './escape-html';

/** Emails of the product, drawn the same for recipients and for the preview of an agency. Pure. */

/** What an email says. */
export interface MailWords {
  subject: string;
  /** Who is greeted; null: nobody by name. Without it an email greets only where an agency chose a greeting. */
  name?: string | null;
  /** Paragraphs of plain words; escaped in the HTML form. */
  before: string[];
  button?: { label: string; link: string };
  after: string[];
}

/** What an agency puts around the words of its emails. */
export interface MailFace {
  name: string;
  look: BrandLook;
  /** With `{{name}}` for the recipient's name; null: the product's own. */
  greeting: string | null;
  footer: string | null;
  supportAddress: string | null;
  /** The `src` of its logo; null: its name stands there alone. */
  logo: string | null;
}

export const ownGreeting = 'Hello {{name}},';
const namelessGreeting = 'Hello,';
/** The one variable of a greeting. */
export const nameVariable = /\{\{ {0,4}name {0,4}\}\}/;
const ownFont = 'system-ui,-apple-system,Segoe UI,sans-serif';
/** The product's own emails. */
const ownMailLook: BrandLook = { ...ownLook, accent: '#1f4d3d' };

/** The first line; null for an email that greets nobody. What an agency wrote around a name may not read right without one ("Dear,"). */
function greetingOf({ name }: MailWords, face: MailFace | null): string | null {
  if (name === undefined && !face?.greeting) return null;
  const greeting = face?.greeting ?? ownGreeting;
  if (!nameVariable.test(greeting)) return greeting;
  return name ? greeting.replace(nameVariable, () => name) : namelessGreeting;
}

/** The local part of an address may hold signs that begin the query or fragment of a link. */
function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}

const supportLine = (address: string): string => `Questions? Write to ${address}`;

export function mailText(words: MailWords, face: MailFace | null): string {
  const greeting = greetingOf(words, face);
  const { before, button, after } = words;
  const foot = [face?.footer, face?.supportAddress && supportLine(face.supportAddress)].filter(Boolean);
  return `${[
    ...(greeting === null ? [] : [greeting]),
    ...before,
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...after,
    ...(foot.length > 0 ? [`-- \n${foot.join('\n')}`] : []),
  ].join('\n\n')}\n`;
}

interface Palette {
  back: string;
  card: string;
  line: string;
  text: string;
  muted: string;
  button: string;
}

function palettes({ accent, accentDark }: BrandLook): Record<'light' | 'dark', Palette> {
  const { accent: onLight, solidOnDark } = brandColours(accent, accentDark);
  return {
    light: { back: '#f6f5f2', card: '#ffffff', line: '#e3e1da', text: '#23221f', muted: '#686760', button: onLight },
    dark: {
      ...{ back: '#0f0f11', card: '#161618', line: '#28282c', text: '#ededef', muted: '#a0a0a8' },
      button: solidOnDark,
    },
  };
}

/** For mail programs that know the reader's theme; they keep classes, and inline styles are stronger without `!important`. */
const darkRules = ({ back, card, line, text, muted, button }: Palette): string =>
  `@media (prefers-color-scheme:dark){.b{background:${back}!important;color:${text}!important}.c{background:${card}!important;border-color:${line}!important}.m{color:${muted}!important}.a{background:${button}!important}}`;

/**
 * Styles stand inline, because many mail programs drop style elements.
 * @param nonce for a page whose policy takes only styles that bear it
 */
export function mailHtml(
  words: MailWords,
  face: MailFace | null,
  { theme = 'both', nonce }: { theme?: ShownTheme; nonce?: string } = {},
): string {
  const look = face?.look ?? ownMailLook;
  const { light, dark } = palettes(look);
  const shown = theme === 'dark' ? dark : light;
  const font = (brandFontStacks[look.font] ?? ownFont).replaceAll('"', "'");
  const [, middle, large] = brandRadiusSizes[look.radius];
  const greeting = greetingOf(words, face);
  const small = `class="m" style="margin:0 0 16px;font-size:13px;color:${shown.muted}"`;
  const link = (address: string, href = address) =>
    `<a href="${escapeHtml(href)}" class="m" style="color:${shown.muted};word-break:break-all">${escapeHtml(address)}</a>`;
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const { subject, before, button, after } = words;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${theme === 'both' ? 'light dark' : theme}"><title>${escapeHtml(subject)}</title>${theme === 'both' ? `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${darkRules(dark)}</style>` : ''}</head>`,
    `<body class="b" style="margin:0;padding:32px 16px;background:${shown.back};font:16px/1.5 ${font};color:${shown.text}">`,
    `<div class="c" style="max-width:520px;margin:0 auto;padding:32px;background:${shown.card};border:1px solid ${shown.line};border-radius:${large}px">`,
    ...(face ? [headOf(face)] : []),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...(greeting === null ? [] : [paragraph(greeting)]),
    ...before.map(paragraph),
    ...(button
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" class="a" style="display:inline-block;padding:10px 18px;background:${shown.button};color:#ffffff;border-radius:${middle}px;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
          `<p ${small}>If the button does not work, open this address:<br>${link(button.link)}</p>`,
        ]
      : []),
    ...after.map(paragraph),
    '</div>',
    ...(face && (face.footer ?? face.supportAddress)
      ? [
          '<div style="max-width:520px;margin:0 auto;padding:16px 32px 0">',
          ...(face.footer ? [`<p ${small}>${escapeHtml(face.footer).replaceAll('\n', '<br>')}</p>`] : []),
          ...(face.supportAddress
            ? [`<p ${small}>Questions? Write to ${link(face.supportAddress, mailLink(face.supportAddress))}</p>`]
            : []),
          '</div>',
        ]
      : []),
    '</body></html>',
  ].join('\n');
}

/** The logo with the name beside it: where pictures are not shown the name still says who writes. */
const headOf = ({ name, logo }: MailFace): string =>
  `<p style="margin:0 0 24px;font-weight:600;line-height:32px">${
    logo === null
      ? ''
      : `<img src="${escapeHtml(logo)}" alt="" height="32" style="height:32px;width:auto;max-width:160px;vertical-align:middle;margin-right:10px;border:0">`
  }<span style="vertical-align:middle">${escapeHtml(name)}</span></p>`;

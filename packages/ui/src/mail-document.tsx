import { withoutHiddenElements } from './hidden-elements';

/** Number of images the mail would fetch from elsewhere: img and srcset addresses and CSS urls. */
export function countRemoteImages(html: string): number {
  const found = new Set<string>();
  for (const match of html.matchAll(
    /(?:<img\b[^<>]*?\bsrc|\bbackground)\s{0,9}=\s{0,9}["']?\s{0,9}((?:https?:)?\/\/[^"'\s>]+)/gi,
  ))
    found.add(match[1] ?? '');
  for (const match of html.matchAll(/url\(\s{0,9}["']?\s{0,9}((?:https?:)?\/\/[^"')\s]+)/gi)) found.add(match[1] ?? '');
  for (const match of html.matchAll(
    /<(?:img|source)\b[^<>]*?\bsrcset\s{0,9}=\s{0,9}["']?\s{0,9}((?:https?:)?\/\/[^"'\s,>]+)/gi,
  ))
    found.add(match[1] ?? '');
  return found.size;
}

/**
 * The frame's document: our policy first, so that nothing in the mail stands before it, then the mail.
 * Scripts are refused three times over: by the sandbox, by `default-src 'none'`, and by the missing `allow-scripts`.
 * A frame without an address is under the page's policy too: our own style bears the page's nonce.
 * `dark` is for a frame that is shown inverted: pictures are turned back.
 */
export function buildMailDocument(html: string, imagesAllowed: boolean, nonce?: string, dark = false): string {
  const images = imagesAllowed ? 'img-src https: http: data: cid:' : 'img-src data: cid:';
  const policy = `default-src 'none'; ${images}; style-src 'unsafe-inline'; font-src 'none'; form-action 'none'; base-uri 'none'`;
  return [
    '<!doctype html><html lang="und"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light"><base target="_blank">',
    `<style${nonce ? ` nonce="${nonce.replace(/[^\w+/=-]/g, '')}"` : ''}>`,
    'html{color-scheme:light;background:Canvas;color:CanvasText;font:14px/22px "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}',
    'body{margin:0;padding:8px}img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin:8px 0;padding-left:12px;border-left:2px solid GrayText}',
    dark ? 'img{filter:invert(1) hue-rotate(180deg)}' : '',
    '</style>',
    '</head><body>',
    html,
    '</body></html>',
  ].join('');
}

/** Height in px that the mail probably needs in a frame of that width in px: lines of text, blocks and pictures. */
export function estimateMailHeight(html: string, width = 600): number {
  // A letter of the frame's own font takes 7 px in the mean.
  const letters = Math.max(16, Math.floor((width - 16) / 7));
  const body = withoutHiddenElements(html);
  const lines = body
    .split(/<(?:\/p|\/div|\/tr|\/li|\/h[1-6]|\/blockquote|br|hr)[^<>]*>/i)
    .map((part) =>
      part
        .replace(/<[^<>]*>/g, '')
        .replace(/&[a-z#0-9]{1,30};/gi, ' ')
        .trim(),
    )
    .reduce((sum, text) => sum + Math.max(text === '' ? 0.4 : 1, Math.ceil(text.length / letters)), 0);
  const pictures = (body.match(/<img\b/gi) ?? []).length;
  return Math.round(Math.max(64, 24 + lines * 24 + pictures * 60));
}

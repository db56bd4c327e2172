import { escapeHtml } from '@skein/contracts/escape-html';

const style = `:root{color-scheme:light dark;--page:#f5f5f3;--card:#fff;--line:#d6d5cf;--ink:#1b1b19;--soft:#55544e;
  --accent:#3f4fcf;--on:#fff;--warn:#fff4d6;--warnink:#5c4300}
@media(prefers-color-scheme:dark){:root{--page:#0f0f11;--card:#161618;--line:#3a3a40;--ink:#ededef;--soft:#b4b4bb;
  --accent:#8f9bff;--on:#0f0f11;--warn:#3a2f10;--warnink:#f3dc9c}}
*{box-sizing:border-box}body{font:15px/24px system-ui,sans-serif;background:var(--page);color:var(--ink);margin:0}
.sandbox{background:var(--warn);color:var(--warnink);margin:0;padding:12px 16px;text-align:center}
main{max-width:640px;margin:24px auto;padding:0 16px}
h1{font-size:20px;line-height:28px}
h2{font-size:16px;line-height:24px;margin:24px 0 8px}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin:0 0 12px;overflow-wrap:anywhere}
article p{margin:0 0 8px}
.soft{color:var(--soft)}
a{color:var(--accent)}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:6px 8px 6px 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:top}
th{color:var(--soft)}
button,.button{display:inline-flex;align-items:center;justify-content:center;font:inherit;font-weight:500;
  min-height:44px;padding:0 16px;margin:8px 8px 0 0;border:1px solid var(--line);border-radius:6px;
  background:transparent;color:var(--ink);cursor:pointer;text-decoration:none}
.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
blockquote{border-left:3px solid var(--line);margin:0 0 8px;padding:0 0 0 12px;white-space:pre-wrap}`;

/** A page of a stand-in. It works without scripts, and says that nothing of it is real. */
export const standInPage = (vendor: string, nonce: string, title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body><header class="sandbox"><strong>Sandbox: this is not ${vendor}.</strong> A local stand-in answers in its place.</header><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;

/** Headers of such a page: forms may lead back to us, scripts run nowhere. */
export const standInPolicy = (nonce: string, target = ''): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
});

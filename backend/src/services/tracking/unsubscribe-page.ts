const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const style =
  'body{font:15px/24px system-ui,sans-serif;background:#f5f5f3;color:#1b1b19;display:grid;place-items:center;min-height:100vh;margin:0}main{background:#fff;border:1px solid #e8e7e3;border-radius:10px;padding:32px;max-width:360px;margin:16px}h1{font-size:18px;line-height:24px;margin:0 0 8px}p{margin:0 0 24px;color:#45443f}button{font:inherit;font-weight:500;height:40px;padding:0 16px;border:0;border-radius:6px;background:#3f4fcf;color:#fff;cursor:pointer}@media(prefers-color-scheme:dark){body{background:#0f0f11;color:#ededef}main{background:#161618;border-color:#28282c}p{color:#c6c6cb}}';
const frame = (title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;

/** Asks before it unsubscribes: link scanners open every address of a mail, and only a person presses a button. */
export const unsubscribePage = () =>
  frame(
    'Unsubscribe',
    '<p>You get no more emails from this sender.</p><form method="post"><button type="submit">Unsubscribe</button></form>',
  );
export const unsubscribedPage = (title: string, text: string) => frame(title, `<p>${escape(text)}</p>`);

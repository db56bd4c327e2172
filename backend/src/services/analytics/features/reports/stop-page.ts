import { RawAnswer } from '#platform/http/raw-answer';

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const style =
  'body{font:15px/24px system-ui,sans-serif;background:#f5f5f3;color:#1b1b19;margin:0;padding:10vh 16px}main{background:#fff;border:1px solid #e8e7e3;border-radius:10px;padding:32px;max-width:400px;margin:0 auto}h1{font-size:18px;margin:0 0 8px}p{margin:0 0 16px;overflow-wrap:anywhere}button{font:inherit;font-weight:500;height:40px;padding:0 16px;border:0;border-radius:6px;background:#1b1b19;color:#fff;cursor:pointer}@media(prefers-color-scheme:dark){body{background:#0f0f11;color:#ededef}main{background:#161618;border-color:#28282c}button{background:#ededef;color:#161618}}';

const frame = (title: string, content: string, status: number) =>
  new RawAnswer(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>${content}</main></body></html>`,
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  );

/** Asks first: link scanners open every address of an email, and only a person presses a button. */
export const askToStop = () =>
  frame(
    'Stop this report?',
    '<p>You will no longer get it by email.</p><form method="post"><button type="submit">Stop this report</button></form>',
    200,
  );
export const stoppedPage = ({ name, email }: { name: string; email: string }) =>
  frame('Report stopped', `<p>${escape(email)} no longer gets “${escape(name)}”.</p>`, 200);
export const noSuchLink = () =>
  frame('This link is not valid', '<p>It may be cut off, or the report was deleted.</p>', 404);

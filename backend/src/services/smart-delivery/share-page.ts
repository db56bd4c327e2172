import { brandColours } from '@skein/contracts/brand-colours';
import { brandFontStacks, brandRadiusSizes, ownLook, type BrandLook } from '@skein/contracts/brand-theme';
import { escapeHtml as escape } from '@skein/contracts/escape-html';
import type { PlacementGroup, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { pictureTypeOf } from '#platform/brand/picture-type';
import { RawAnswer } from '#platform/http/raw-answer';
import type { ReportBrand } from '#platform/mail/report-mail';
import { goneEmails, percent } from './export-report';

const style = ({ accent, accentDark, font, radius }: BrandLook) => {
  const { accent: light, onDark } = brandColours(accent, accentDark);
  const [, button, card] = brandRadiusSizes[radius];
  return `
:root{--back:#f5f5f3;--card:#fff;--line:#e3e1da;--text:#1b1b19;--muted:#62615b;--accent:${light};--good:#2f7d4f;
  --tab:#a86a00;--bad:#b3261e;--gone:#77756e}
@media(prefers-color-scheme:dark){:root{--back:#0f0f11;--card:#161618;--line:#2c2c30;--text:#ededef;--muted:#a5a5ad;
  --accent:${onDark};--good:#6fc392;--tab:#e0a84a;--bad:#f0877f;--gone:#9a9aa2}}
*{box-sizing:border-box}
body{font:15px/24px ${brandFontStacks[font] ?? 'system-ui,sans-serif'};background:var(--back);color:var(--text);margin:0}
header{background:var(--card);border-bottom:3px solid var(--accent);padding:16px}
header div,main{max-width:960px;margin:0 auto}
header div{display:flex;align-items:center;gap:12px;font-weight:600}
header img{max-height:32px;max-width:160px}
main{padding:24px 16px 48px}
h1{font-size:22px;line-height:30px;margin:0;overflow-wrap:anywhere}
h2{font-size:16px;line-height:24px;margin:0 0 8px}
p{margin:4px 0 0;color:var(--muted);overflow-wrap:anywhere}
section{background:var(--card);border:1px solid var(--line);border-radius:${card}px;padding:16px;margin-top:16px}
.head{display:flex;flex-wrap:wrap;gap:12px;justify-content:space-between;align-items:flex-start}
.verdict{font-weight:600}.PASS{color:var(--good)}.FAIL{color:var(--bad)}
.note{border-left:3px solid var(--accent);padding-left:12px}
a.button{display:inline-block;border:1px solid var(--line);border-radius:${button}px;padding:7px 14px;
  color:var(--text);text-decoration:none;font-weight:500;background:var(--card)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(110px,1fr));gap:12px;margin:16px 0 0}
dt{color:var(--muted);font-size:13px}dd{margin:0;font-size:22px;line-height:30px;font-weight:600}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:6px 8px;border-top:1px solid var(--line);white-space:nowrap}
th{color:var(--muted);font-weight:500;border-top:0}
th:first-child,td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;padding-left:0}
ol{margin:0;padding-left:20px}li+li{margin-top:8px}li p{margin:0}
`;
};

/** The icon is the host's own: an agency's address has the agency's, and without one the browser shows none. */
const frame = (title: string, css: string, content: string, status: number) =>
  new RawAnswer(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><link rel="icon" href="/brand/favicon"><style>${css}</style></head><body>${content}</body></html>`,
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  );

/** A link that was revoked, has expired or was never made: the three are told apart to nobody. */
export const noSuchReport = () =>
  frame(
    'This link is not valid',
    style(ownLook),
    '<main><h1>This link is not valid</h1><p>It may have expired. Ask the sender for a new one.</p></main>',
    404,
  );

const table = (label: string, first: string, rows: readonly PlacementGroup[]) =>
  `<section><h2>${label}</h2><div class="wide" tabindex="0" role="region" aria-label="${label}"><table><thead><tr><th scope="col">${first}</th>${[
    'Placement',
    'Inbox',
    'Tabs',
    'Spam',
    'Missing',
  ]
    .map((name) => `<th scope="col">${name}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map(
      (row) =>
        `<tr><td>${escape(row.name)}</td>${[percent(row.score), row.inbox, row.tab, row.spam, row.missing]
          .map((value) => `<td>${value}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</tbody></table></div></section>`;

function authentication({ authentication: rows }: PlacementReport): string {
  if (rows.length === 0) return '';
  const cells = rows
    .map(({ sender, arrived, now }) => {
      const { spf, dkim, dmarc } = now ?? arrived;
      const signed = dkim.some(({ result }) => result === 'pass') ? 'pass' : (dkim[0]?.result ?? 'none');
      return `<tr><td>${escape(sender)}</td>${[spf.result, signed, dmarc.result].map((each) => `<td>${escape(each)}</td>`).join('')}</tr>`;
    })
    .join('');
  return `<section><h2>Authentication</h2><div class="wide" tabindex="0" role="region" aria-label="Authentication"><table><thead><tr><th scope="col">Mailbox</th><th scope="col">SPF</th><th scope="col">DKIM</th><th scope="col">DMARC</th></tr></thead><tbody>${cells}</tbody></table></div></section>`;
}

function steps({ steps: all }: PlacementReport): string {
  const open = all.filter(({ is_fixed: isFixed }) => !isFixed).slice(0, 10);
  if (open.length === 0) return '';
  return `<section><h2>What to do</h2><ol>${open
    .map(({ title, text }) => `<li>${escape(title)}<p>${escape(text)}</p></li>`)
    .join('')}</ol></section>`;
}

const verdicts = { PASS: 'Passed', FAIL: 'Failed', RUNNING: 'Running', STOPPED: 'Stopped' } as const;

/** The share that was placed; of a run that has not ended only what is known so far. */
function reached({ latest, status }: PlacementReport): string {
  if (status !== 'RUNNING') return `${percent(latest.score)} of emails reached an inbox or a tab.`;
  const good = latest.inbox + latest.tab;
  return `So far, ${latest.mails - latest.waiting} of ${latest.mails} emails are found, ${good} of them in an inbox or a tab.`;
}

/** A report for a client: its own results in the face of the agency, and nothing of the product, the plan or other clients. */
export function sharedPage(
  report: PlacementReport,
  brand: Pick<ReportBrand, 'name' | 'look'> & { logo: Uint8Array | null },
  client: string | null,
  token: string,
): RawAnswer {
  const type = brand.logo && pictureTypeOf(brand.logo);
  const logo =
    type && brand.logo ? `<img src="data:${type};base64,${Buffer.from(brand.logo).toString('base64')}" alt="">` : '';
  const shown = report.latest;
  const started = report.history.at(-1)?.started_at ?? report.created_at;
  const figure = (name: string, value: string | number) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return frame(
    `${report.name}, ${brand.name}`,
    style(brand.look),
    `<header><div>${logo}<span>${escape(brand.name)}</span></div></header><main><div class="head"><div><h1>${escape(report.name)}</h1><p>${
      client === null ? '' : `For ${escape(client)}. `
    }Run of ${started.slice(0, 16).replace('T', ' ')} UTC. Subject: ${escape(report.subject)}</p></div><a class="button" href="${escape(token)}/report.pdf">Download PDF</a></div>${
      report.is_sandbox
        ? '<section><p class="note">Simulated placement: these seeds are stand-ins and say nothing about real providers.</p></section>'
        : ''
    }${report.emails_deleted_at ? `<section><p class="note">${goneEmails(report.emails_deleted_at)}</p></section>` : ''}<section><span class="verdict ${report.status}">${verdicts[report.status]}</span> <span>${reached(report)} A test passes at ${report.pass_percent}%.</span><dl>${[
      figure('Inbox', shown.inbox),
      figure('Tabs', shown.tab),
      figure('Spam', shown.spam),
      figure('Missing', shown.missing),
      figure('Waiting', shown.waiting),
    ].join(
      '',
    )}</dl></section>${table('Placement by provider', 'Provider', report.by_provider)}${table('Placement by region', 'Region', report.by_region)}${table('Placement by mailbox', 'Mailbox', report.by_sender)}${
      report.by_variant.length === 0 ? '' : table('Placement by variant', 'Variant', report.by_variant)
    }${authentication(report)}${steps(report)}</main>`,
    200,
  );
}

import { trackingUrls } from '#platform/tracking/tracking-token';
import { analyseContent, contentOf } from './content-analysis';

const mail = (more: Partial<Parameters<typeof analyseContent>[0]> = {}) => ({
  subject: 'How long does a truck wait at your gate?',
  html: null,
  text: 'Hello Nora,\n\nhow do you measure the time between gate and door today? We read it from the gate log.\n\nNot for you? Reply to opt out.',
  hasUnsubscribeHeader: null,
  ...more,
});
const found = (area: string, more: Partial<Parameters<typeof analyseContent>[0]>) =>
  analyseContent(mail(more)).findings.filter((finding) => finding.area === area);

test('a plain, personal email has nothing to find', () => {
  expect(analyseContent(mail()).findings).toEqual([]);
});

test.each([
  ['a variable', 'Hello {{first_name}}, opt out any time.', '{{first_name}}'],
  ['a block', 'Hello {% if first_name %}, opt out any time.', '{% if first_name %}'],
  ['a placeholder in brackets', 'Hello [First Name], opt out any time.', '[First Name]'],
  ['a placeholder of a merge tool', 'Hello %FIRST_NAME%, opt out any time.', '%FIRST_NAME%'],
])('%s that was sent as it stands', (_, text, shown) => {
  expect(found('personalisation', { text })).toEqual([
    { area: 'personalisation', text: shown, reason: 'A placeholder was sent without being filled in.' },
  ]);
});

test.each([['Hello , how are you?'], ['Hi null, how are you?'], ['Dear undefined, how are you?']])(
  'a greeting without a name: %s',
  (text) => {
    expect(found('personalisation', { text }).map((finding) => finding.text)).toEqual(['Greeting']);
  },
);

test.each([['Hi there, how are you?'], ['Hello, how are you?'], ['We save 100 % of it [see below].']])(
  'an email that is no mistake: %s',
  (text) => {
    expect(found('personalisation', { text })).toEqual([]);
  },
);

test.each([
  ['<iframe src="https://a.test"></iframe>', 'Embedded pages'],
  ['<p style="background-image: url(https://a.test/b.png)">Hello</p>', 'Background images'],
  ['<div style="display:flex">Hello</div>', 'Flex and grid'],
  ['<div style="position: absolute">Hello</div>', 'Positions'],
  ['<span style="display:none">Hello</span>', 'Hidden text'],
  ['<link rel="stylesheet" href="https://a.test/a.css">', 'Linked style sheets'],
  ['<a href="javascript:run()">Hello</a>', 'A link runs a script'],
])('HTML that clients break: %s', (html, reason) => {
  expect(found('html', { html }).map((finding) => finding.reason)).toContainEqual(expect.stringContaining(reason));
});

test('HTML that clients show as it is has no finding', () => {
  const html = `<table><tr><td style="padding:8px">${'Plain words. '.repeat(20)}<a href="https://a.test">Read more</a></td></tr></table>`;
  expect(found('html', { html })).toEqual([]);
});

test('an email that Gmail cuts off, one that is little else than markup, and one that is little else than images', () => {
  const words = 'A sentence of words. '.repeat(6_000);
  expect(found('html', { html: `<p>${words}</p>` }).map((finding) => finding.text)).toEqual(['123 KB']);
  const markup = `<table style="border:0">${'<tr style="height:20px"><td></td></tr>'.repeat(300)}</table>Words`;
  expect(found('html', { html: markup }).map((finding) => finding.reason)).toEqual([
    'Little text in much HTML. Remove unused markup.',
  ]);
  expect(found('html', { html: '<img src="https://a.test/1.png"><p>Look</p>' }).map(({ text }) => text)).toEqual([
    '1 image',
  ]);
});

test('links are named once each, also those of plain text', () => {
  const { links } = analyseContent(mail({ text: 'https://a.test/x and https://a.test/x, or (https://b.test).' }));
  expect(links).toEqual(['https://a.test/x', 'https://b.test']);
  const html = '<a href="https://a.test/?a=1&amp;b=2">Read</a>';
  expect(analyseContent(mail({ html })).links).toEqual(['https://a.test/?a=1&b=2']);
});

test('a tracked link is the page that it leads to, by the address that arrived; the pixel is no link', () => {
  const urls = trackingUrls(Buffer.alloc(32), 'https://go.test', 7n, true);
  const html = `<a href="${urls.click(1)}">Read</a> <a href="${urls.click(0)}">a</a> <a href="${urls.unsubscribe}">u</a><img src="${urls.open}">`;
  const analysed = analyseContent(mail({ html, links: ['https://a.test/', 'https://b.test/'] }));
  expect(analysed.links).toEqual(['https://b.test/', 'https://a.test/', urls.unsubscribe]);
  expect(analysed.tracked).toEqual({ 'https://b.test/': urls.click(1), 'https://a.test/': urls.click(0) });
  expect(analysed.addresses).toContain(urls.open);
});

test('a List-Unsubscribe without one click is a finding', () => {
  const count = (hasOneClick: boolean | undefined) =>
    found('unsubscribe', { hasUnsubscribeHeader: true, hasOneClick }).length;
  expect([count(true), count(false), count(undefined)]).toEqual([0, 1, 0]);
});

test('the way to unsubscribe is the header or a line; a campaign’s email has the header that its sender adds', () => {
  const text = 'Hello Nora, how do you measure it today?';
  const test = { subject: 'A question', body_text: text, body_html: null };
  const reasons = (content: ReturnType<typeof contentOf>) =>
    analyseContent(content).findings.filter(({ area }) => area === 'unsubscribe').length;
  expect(reasons(contentOf({ ...test, source: null }, null))).toBe(1);
  expect(reasons(contentOf({ ...test, source: { has_unsubscribe_header: false } }, null))).toBe(1);
  expect(reasons(contentOf({ ...test, source: { has_unsubscribe_header: true } }, null))).toBe(0);
  expect(reasons(contentOf({ ...test, source: null, body_text: `${text} Unsubscribe` }, null))).toBe(0);
  const arrived = { subject: 'A question', text, html: null };
  expect(reasons(contentOf({ ...test, source: null }, { ...arrived, hasUnsubscribeHeader: true }))).toBe(0);
  expect(reasons(contentOf({ ...test, source: null }, { ...arrived, hasUnsubscribeHeader: false }))).toBe(1);
});

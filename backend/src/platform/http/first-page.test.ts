import { firstPage } from './first-page';

const page =
  '<head><link href="/always.js">\n    <!-- public --><link href="/public.js"><!-- /public -->\n    <!-- app --><link href="/frame.js"><!-- /app -->\n    <script src="/main.js"></script></head>';

it.each([
  ['/login', '/public.js', '/frame.js'],
  ['/application', '/public.js', '/frame.js'],
  ['/app', '/frame.js', '/public.js'],
  ['/app/email-campaign/all', '/frame.js', '/public.js'],
])('%s begins to load %s and not %s', (address, wanted, other) => {
  const text = firstPage(page, address, {});
  expect(text).toContain('/always.js');
  expect(text).toContain('<script src="/main.js">');
  expect(text).toContain(wanted);
  expect(text).not.toContain(other);
});

it('names what the area begins with, as the browser will ask for it', () => {
  const text = firstPage('<head></head>', '/app/inbox', {}, [
    { address: '/remotes/inbox/1/a"b.js', integrity: 'sha384-x' },
  ]);
  expect(text).toContain(
    '<link rel="later" as="script" href="/remotes/inbox/1/a&quot;b.js" integrity="sha384-x" crossorigin="anonymous"></head>',
  );
});

it('writes the configuration as text that cannot end its attribute', () => {
  const config = { links: { terms: `https://x.test/?a="><script>alert(1)</script>&b=$&'` } };
  const text = firstPage('<head></head>', '/login', config);
  const content = /content="([^"]*)"/.exec(text)?.[1] ?? '';
  expect(text.match(/<script/g)).toBeNull();
  expect(
    JSON.parse(
      content
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&amp;/g, '&'),
    ),
  ).toEqual(config);
});

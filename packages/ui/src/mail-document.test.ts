import { buildMailDocument, countRemoteImages, estimateMailHeight } from './mail-document';

test('our policy stands before everything in the mail and refuses all but styles and inline images', () => {
  const page = buildMailDocument(
    '<meta http-equiv="Content-Security-Policy" content="default-src *"><script>x()</script>',
    false,
  );
  expect(page.indexOf("default-src 'none'")).toBeLessThan(page.indexOf('<script>'));
  expect(page).toContain('img-src data: cid:;');
  expect(page).not.toMatch(/script-src/);
  expect(buildMailDocument('', true)).toContain('img-src https: http: data: cid:');
});

test('every way to fetch an image is counted, once for each address', () => {
  expect(
    countRemoteImages(
      '<img src="https://a/1.gif"><img src=\'https://a/1.gif\'><td background=http://b/2.png><p style="background:url(//c/3.png)"><img srcset="https://d/4.png 2x"><img src="data:image/gif;base64,x">',
    ),
  ).toBe(4);
});

test('a longer mail gets a higher frame', () => {
  expect(estimateMailHeight(`<p>${'word '.repeat(400)}</p>`)).toBeGreaterThan(estimateMailHeight('<p>Yes.</p>'));
});

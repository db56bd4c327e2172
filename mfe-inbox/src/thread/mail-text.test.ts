import { firstWords, needsFrame, ownHtmlOf, paragraphsOf, textOfHtml, withoutQuotes } from './mail-text';

it('shows words as words and everything with a form in the frame', () => {
  expect(needsFrame({ html: '<p>Hello<br>Denise</p><a rel="x">Not for you?</a>', is_text_only: false })).toBe(false);
  expect(needsFrame({ html: '<p style="color:red">Hello</p>', is_text_only: false })).toBe(true);
  expect(needsFrame({ html: '<a rel="noopener" href="https://x.test">x</a>', is_text_only: false })).toBe(true);
  expect(needsFrame({ html: '<b>x</b>', is_text_only: true })).toBe(false);
  expect(
    needsFrame({ html: '<p>Yes</p><blockquote style="margin:0"><b>old</b></blockquote>', is_text_only: false }),
  ).toBe(false);
});

it('takes the words out of HTML without running or loading any of it', () => {
  expect(
    textOfHtml('<p>Hello Denise,</p><p>A short one.</p><p></p><p>Eva<br />Northlight</p><blockquote>old</blockquote>'),
  ).toBe('Hello Denise,\n\nA short one.\n\nEva\nNorthlight');
  expect(textOfHtml('<img src=x onerror="window.hit=1">Hi')).toBe('Hi');
  expect((window as { hit?: number }).hit).toBeUndefined();
});

it.each([
  ['<div>a</div><div><br></div><div>b <i>c</i></div>', 'a\n\nb c'],
  ['<p>a</p><p><br></p><p>b</p>', 'a\n\n\n\nb'],
  ['<p>a<br></p>\n<p>b<br><br>c</p>', 'a\n\nb\n\nc'],
])('shows as many empty lines as %s does', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

it('keeps empty lines of what we sent', () => {
  expect(paragraphsOf('a\n\n\n\nb\nc', true)).toEqual([['a'], ['', '', 'b', 'c']]);
});

it('keeps lines and paragraphs apart', () => {
  expect(paragraphsOf('Hi Rosa,\n\nTuesday works.\nBye\n\n\n\nPriya')).toEqual([
    ['Hi Rosa,'],
    ['Tuesday works.', 'Bye'],
    ['Priya'],
  ]);
  expect(firstWords('Hi\n\n  there')).toBe('Hi there');
});

it('gives a called-back reply to the composer without the signature and the quotation that were added to it', () => {
  expect(ownHtmlOf('<p>Yes</p><br><div class="quotation"><p>On Friday</p></div>', null)).toBe('<p>Yes</p>');
  expect(ownHtmlOf('<p>Yes</p><br><br><p>Eva</p><br><div class="quotation"></div>', '<p>Eva</p>')).toBe('<p>Yes</p>');
  expect(ownHtmlOf('<p>Yes</p>', '<p>Eva</p>')).toBe('<p>Yes</p>');
});

it('takes a quotation out at its own place, whatever letters come before it', () => {
  expect(withoutQuotes('<p>İİİ</p><blockquote>İ</blockquote><p>İ</p>')).toBe('<p>İİİ</p><p>İ</p>');
  expect(withoutQuotes('İ<BLOCKQUOTE>a<blockquote>b</blockquote></BLOCKQUOTE>c')).toBe('İc');
});

import { tokenizeHtml } from './html-tokens';

it('ends a style sheet at its own end tag, whatever letters come before it', () => {
  expect(tokenizeHtml('<p>İİİ</p><style>p{}</STYLE><b>İ</b>').map(({ source }) => source)).toEqual([
    '<p>',
    'İİİ',
    '</p>',
    '<style>',
    'p{}',
    '</STYLE>',
    '<b>',
    'İ',
    '</b>',
  ]);
});

import { readableText } from './readable-text';

const text = (value: string) => [{ text: value, mark: null, href: null }];

it('reads lists, tables and pictures as sentences', () => {
  expect(readableText({ kind: 'list', ordered: false, items: [text('One,'), text('Two.')] })).toBe('One. Two.');
  expect(
    readableText({ kind: 'table', head: [text('Record'), text('Value')], rows: [[text('TXT'), text('v=spf1')]] }),
  ).toBe('Record, Value. TXT, v=spf1.');
  expect(readableText({ kind: 'picture', src: '/fleet.webp', alt: 'The fleet', width: 2, height: 1 })).toBe(
    'Picture: The fleet',
  );
});

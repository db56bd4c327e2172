import { readableText } from './readable-text';

const text = (value: string) => [{ text: value, mark: null, href: null }];

it('reads lists and tables as sentences', () => {
  expect(readableText({ kind: 'list', ordered: false, items: [text('One,'), text('Two.')] })).toBe('One. Two.');
  expect(
    readableText({ kind: 'table', head: [text('Record'), text('Value')], rows: [[text('TXT'), text('v=spf1')]] }),
  ).toBe('Record, Value. TXT, v=spf1.');
});

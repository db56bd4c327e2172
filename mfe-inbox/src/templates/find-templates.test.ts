import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import { findTemplates, previewOf } from './templates.hooks';

const template = (id: number, name: string, html: string): ReplyTemplate => ({
  id,
  name,
  html,
  attachments: [],
  is_shared: false,
  is_own: true,
  author: 'Ada',
  used_count: 0,
  last_used_at: null,
});
const all = [
  template(1, 'Price list', '<p>See the list.</p>'),
  template(2, 'After the call', '<p>Here is the <b>summary</b> and the price.</p><script>alert(1)</script>'),
  template(3, 'Summary for a colleague', '<p>Two pages.</p>'),
];
const ids = (search: string) => findTemplates(all, search).map(({ id }) => id);

it('finds by all words, in names before texts', () => {
  expect(ids('')).toEqual([1, 2, 3]);
  expect(ids('SUMMARY')).toEqual([3, 2]);
  expect(ids('price the')).toEqual([2]);
  expect(ids('nothing')).toEqual([]);
});

it('shows words, never markup', () => {
  expect(previewOf(all[1] as ReplyTemplate)).not.toContain('<');
});

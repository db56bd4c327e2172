import type { ItemSummary } from '@skein/contracts/university/library';
import { addressOf, minutesLeftText, minutesOf, progressOf } from './course-progress';

const item = (slug: string, state: ItemSummary['state'], duration = '5 min'): ItemSummary => ({
  slug,
  state,
  duration,
  title: slug,
  type: 'Guide',
  page_count: null,
  summary: '',
  authors: [],
  categories: [],
  course: 'c',
  helps: null,
  screens: [],
  is_saved: false,
});
const course = {
  slug: 'c',
  title: 'C',
  description: '',
  icon_name: 'send',
  background_color: '#fff',
  items: ['a', 'b', 'c', 'gone'],
};

it('counts what is done and goes on with the item that was started', () => {
  const items = new Map(
    [item('a', 'DONE'), item('b', 'NONE'), item('c', 'STARTED', '1 h 2 min')].map((i) => [i.slug, i]),
  );
  expect(progressOf(course, items)).toMatchObject({ done: 1, total: 3, minutesLeft: 67, next: { slug: 'c' } });
});

it('has nothing to go on with when everything is done', () => {
  const items = new Map([item('a', 'DONE'), item('b', 'DONE'), item('c', 'DONE')].map((i) => [i.slug, i]));
  expect(progressOf(course, items)).toEqual({ done: 3, total: 3, minutesLeft: 0, next: null });
});

it('reads and writes durations', () => {
  expect([minutesOf('4 min'), minutesOf('1 h 5 min'), minutesOf('soon')]).toEqual([4, 65, 0]);
  expect([minutesLeftText(48), minutesLeftText(94), minutesLeftText(120)]).toEqual([
    '48 min left',
    '1 h 34 min left',
    '2 h left',
  ]);
});

it('leads lessons to their course and others to their category', () => {
  expect(addressOf({ slug: 'a', course: 'c' })).toBe('/app/university/course-item/a');
  expect(addressOf({ slug: 'a', course: null })).toBe('/app/university/category-item/a');
});

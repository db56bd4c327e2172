import type { ItemSummary } from '@skein/contracts/university/library';
import { guidesFor } from './guides-for-page';

const item = (slug: string, ...screens: string[]) => ({ slug, screens }) as unknown as ItemSummary;
const found = (items: ItemSummary[], address: string) => guidesFor(items, address).map(({ slug }) => slug);

it('offers what is about this very page before what is about its area', () => {
  const items = [
    item('area', '/app/email-account/:mailboxId/*'),
    item('page', '/app/email-account/:mailboxId/warmup-email'),
    item('other', '/app/leads/*'),
  ];
  expect(found(items, '/app/email-account/12/warmup-email')).toEqual(['page', 'area']);
  expect(found(items, '/app/leads/all')).toEqual(['other']);
  expect(found(items, '/app/settings/profile')).toEqual([]);
});

it('shows at most four', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((slug) => item(slug, '/app/leads/*'));
  expect(found(items, '/app/leads/all')).toEqual(['a', 'b', 'c', 'd']);
});

import { searchItems } from './search-items';

type Item = Parameters<typeof searchItems>[0] extends Iterable<infer T> ? T : never;

const excerptFor = (text: string, query: string) => {
  const item: Pick<Item, 'slug' | 'title' | 'summary' | 'text'> = { slug: 'one', title: 'One', summary: 'A', text };
  return searchItems([item as Item], query)[0]?.excerpt;
};

describe('the excerpt of a search', () => {
  it('is cut around the hit, whatever letters come before it', () => {
    const text = `${'İ '.repeat(100)}warmup ${'x '.repeat(100)}`;
    const excerpt = excerptFor(text, 'Warmup')!;
    expect(excerpt).toMatch(/^… (?:İ ){30,40}warmup (?:x ?){30,40}…$/);
  });

  it('finds a word written with a dotted capital I', () => {
    expect(excerptFor('Sending from İstanbul is easy.', 'istanbul')).toBe('Sending from İstanbul is easy.');
    expect(excerptFor('Sending from istanbul is easy.', 'İSTANBUL')).toBe('Sending from istanbul is easy.');
  });
});

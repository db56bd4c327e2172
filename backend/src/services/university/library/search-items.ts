import type { Item } from './read-content';

/**
 * Items that contain every word, those that name it in the title first, then by how often. Without case; linear in the text.
 * @returns at most 20, each with the place of the first hit
 */
export function searchItems(items: Iterable<Item>, query: string): { slug: string; excerpt: string }[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const scored = [...items].flatMap((item) => {
    const title = folded(item.title);
    const body = folded(`${item.summary}\n${item.text}`);
    if (!words.every((word) => title.includes(word) || body.includes(word))) return [];
    const inTitle = words.filter((word) => title.includes(word)).length;
    const hits = words.reduce((sum, word) => sum + body.split(word).length - 1, 0);
    return [{ slug: item.slug, score: inTitle * 1000 + hits, excerpt: excerptOf(item, words[0] ?? '') }];
  });
  return scored
    .sort((one, other) => other.score - one.score || one.slug.localeCompare(other.slug))
    .slice(0, 20)
    .map(({ slug, excerpt }) => ({ slug, excerpt }));
}

/** Lower case of the same length, so that a place in it is a place in the text. Only the dotted capital I would grow. */
const folded = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Characters before and after the hit. */
const around = 70;

function excerptOf(item: Item, word: string): string {
  const text = item.text
    .replace(/[#*`>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const at = folded(text).indexOf(word);
  if (at === -1) return item.summary;
  const from = text.lastIndexOf(' ', Math.max(0, at - around)) + 1;
  const to = Math.min(text.length, at + word.length + around);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

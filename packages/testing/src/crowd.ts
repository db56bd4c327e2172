/** How many rows a very full list has. */
export const crowdSize = 30;

/** A name as long as people write them; an address stays an address. */
export const longest = (text: string): string =>
  text.includes('@')
    ? `purchasing.and.logistics.of.the.northern.region.${text}`
    : `${text} of the purchasing and logistics departments of every manufacturer in the northern region, second wave`;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
/** Whether the text stands somewhere in an answer, as a value of its own. */
export const hasText = (value: unknown, text: string): boolean =>
  typeof value === 'string'
    ? value === text
    : Array.isArray(value)
      ? value.some((each) => hasText(each, text))
      : isFields(value) && Object.values(value).some((each) => hasText(each, text));

/** The value with another text in every place of one. */
function rename(value: unknown, text: string, by: string): unknown {
  if (value === text) return by;
  if (Array.isArray(value)) return value.map((each) => rename(each, text, by));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each, text, by)]));
}

function anotherId(id: unknown, index: number): unknown {
  if (typeof id === 'number') return id + index * 1_000;
  if (typeof id !== 'string') return id;
  if (/^\d+$/.test(id)) return String(Number(id) + index * 1_000);
  return /^[0-9a-f]{8}-/.test(id) ? `${id.slice(0, -3)}${String(index).padStart(3, '0')}` : `${id}-${index}`;
}

/** A copy of a row that is told from it by its ids. */
function copyOf(row: Fields, index: number): Fields {
  if (index === 0) return row;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      /^(id|uuid|key|slug)$|_id$/.test(key) ? anotherId(value, index) : value,
    ]),
  );
}

/** The value with the list in which the text stands made long: copies of the row that has it, and a total to match. */
function multiply(value: unknown, text: string): unknown {
  if (!isFields(value)) return value;
  const grown: Fields = Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, unknown] => {
      const row: unknown = Array.isArray(each) ? each.find((one) => isFields(one) && hasText(one, text)) : undefined;
      return isFields(row)
        ? [key, Array.from({ length: crowdSize }, (_, index) => copyOf(row, index))]
        : [key, multiply(each, text)];
    }),
  );
  const isLonger = Object.entries(value).some(([key, each]) => Array.isArray(each) && grown[key] !== each);
  const total = grown['total'];
  return isLonger && typeof total === 'number' ? { ...grown, total: Math.max(total, crowdSize) } : grown;
}

/**
 * An answer as it is in a workspace that is very full: the list with the text is as long as a page, and the text as long as people
 * write it. @throws Error when the answer does not have the text
 */
export function crowd<T>(answer: T, text: string): T {
  if (!hasText(answer, text)) throw new Error(`The answer does not have the text “${text}”: say what is very full.`);
  return rename(multiply(answer, text), text, longest(text)) as T;
}

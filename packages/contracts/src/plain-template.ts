/** A template in plain words for a card: chips by name in brackets, the first alternative of a spin. */
export function templateWords(source: string): string {
  return source
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\{%[^{%]*%\}/g, '')
    .replace(/\{\{-?\s*([\w.-]+)(?:[^\w.{}-][^{}]*)?\}\}/g, (_, name: string) => `[${name.replace(/_/g, ' ')}]`)
    .replace(/\{([^{}|]*)\|[^{}]*\}/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

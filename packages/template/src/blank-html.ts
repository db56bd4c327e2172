/**
 * Whether HTML shows nothing: tags and spaces alone, and no image. A body that an editor was emptied of is `<p></p>`.
 * Linear: a `<` that nothing closes is given up at the next one.
 */
export function isBlankHtml(html: string): boolean {
  return !/<img\b/i.test(html) && html.replace(/<[^<>]*>|&nbsp;|\s+/g, '') === '';
}

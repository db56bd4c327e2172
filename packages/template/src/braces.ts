/**
 * Text that would look like a template that was not rendered. Lead data that holds it never leaves, and a fallback that holds it
 * stands in for nothing: the field counts as one without a fallback, in the review, the preview and the sender alike.
 */
export function hasTemplateBraces(value: string): boolean {
  return value.includes('{{') || value.includes('{%');
}

/** What a person may not type as a fallback: the signs that variables and spintax are made of. */
export const hasTemplateSigns = (fallback: string): boolean => /[{}|]/.test(fallback);

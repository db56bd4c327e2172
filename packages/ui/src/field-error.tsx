/** An error beside its field, as a sentence: "Name is required." The contracts' texts begin with a verb. */
export function fieldError(label: string, error: { message?: string } | undefined): string | undefined {
  if (!error) return undefined;
  const text = error.message ?? 'is not right';
  return /^[^\p{L}\p{N}]*\p{Ll}/u.test(text) ? `${label} ${text}.` : text;
}

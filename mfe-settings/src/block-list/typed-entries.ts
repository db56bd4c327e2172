/** The most that one call takes. */
export const entriesAtOnce = 10_000;

/** Addresses and domains out of pasted text: lines, commas, semicolons or blanks between them, each once. */
export function typedEntries(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((word) =>
          word
            .replace(/^["'<(]+/, '')
            .replace(/(?<!["'>).])["'>).]+$/, '')
            .replace(/^mailto:/i, '')
            .toLowerCase(),
        )
        .filter((word) => word !== ''),
    ),
  ];
}

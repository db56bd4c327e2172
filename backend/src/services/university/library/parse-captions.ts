/** One sentence of a recording and the second at which it is shown. */
export interface Sentence {
  at: number;
  text: string;
}

/**
 * The transcript of a recording: what its captions (WebVTT) say, in their order. Notes, styles, and what cannot be read
 * are passed over. Pure.
 */
export function parseCaptions(file: string): Sentence[] {
  return file
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '');
      const timing = lines.findIndex((line) => line.includes('-->'));
      const at = secondsOf(lines[timing]?.split('-->')[0]?.trim() ?? '');
      const text = lines
        .slice(timing + 1)
        .map(withoutTags)
        .join(' ')
        .trim();
      return timing === -1 || at === null || text === '' ? [] : [{ at, text }];
    });
}

/** "01:05.250" or "00:01:05.250" as seconds; null when it is neither. */
function secondsOf(stamp: string): number | null {
  const parts = stamp.split(':').map(Number);
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => Number.isFinite(part) && part >= 0)) return null;
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** Captions may mark voices and emphasis: `<v Ada>`, `<i>`. */
function withoutTags(line: string): string {
  return line
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('');
}

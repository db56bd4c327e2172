import { uploadDelimiters, type Quoting } from '@skein/contracts/main/uploads.contract';
import { readSample } from './read-rows';

export type Delimiter = (typeof uploadDelimiters)[number];

/** The delimiter that cuts the sample into the most even rows of more than one cell; a comma when none does. */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of uploadDelimiters) {
    const rows = readSample(text, delimiter, 50);
    if (rows.length === 0) {
      if (isNothingBut(text, delimiter)) return delimiter;
      continue;
    }
    const widths = new Map<number, number>();
    for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    const [width, count] = [...widths].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] as [
      number,
      number,
    ];
    const score = width < 2 ? 0 : (count / rows.length) * 10 + Math.min(width, 20) / 10;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Whether a text has lines that this delimiter cuts, and no cell with a value. */
const isNothingBut = (text: string, delimiter: string): boolean =>
  text.includes(delimiter) && text.replaceAll(delimiter, '').replaceAll('"', '').trim() === '';

/**
 * How cells are enclosed: in double quotes as the standard has it, in single ones when whole cells are and none is in
 * double ones, or not at all.
 */
export function detectQuoting(text: string, delimiter: string): Quoting {
  const edge = `[${delimiter === '\t' ? '\\t' : `\\${delimiter}`}\\r\\n]`;
  const cells = (mark: string) =>
    text.match(new RegExp(`(?:^|${edge})${mark}[^${mark}\\r\\n]*${mark}(?=${edge}|$)`, 'g'))?.length ?? 0;
  if (new RegExp(`(?:^|${edge})"`).test(text)) return 'double';
  return cells("'") >= 3 ? 'single' : 'none';
}

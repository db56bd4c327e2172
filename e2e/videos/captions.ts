/** A sentence and the time in which it is shown, seconds. */
export interface Cue {
  text: string;
  from: number;
  to: number;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** "00:01:05.250" */
function stamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const [minutes, rest] = [Math.floor(thousandths / 60_000), thousandths % 60_000];
  return `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}:${pad(Math.floor(rest / 1000), 2)}.${pad(rest % 1000, 3)}`;
}

/** Captions as WebVTT. */
export const captionsFile = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ text, from, to }) => `${stamp(from)} --> ${stamp(to)}\n${text}`)].join('\n\n') + '\n';

/** Seconds for which a sentence is shown: a calm reader's pace of 2.8 words a second, two seconds at least. */
export const readingTime = (text: string): number => Math.max(2, 0.6 + text.split(/\s+/).length / 2.8);

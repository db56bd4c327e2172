/** Recordings are 16 to 10: the picture is 16 to 9, and below it is a band for captions. */
const [wide, high, picture] = [16, 10, 9];
/** Between the picture and its captions, in the same unit. */
const margin = 0.1;

interface Box {
  width: number;
  height: number;
  /**
   * Alone on the screen the recording is in the middle; on a page it begins at the top, and the controls have a room of their own below it.
   */
  isAlone: boolean;
}

/** Where the band below the picture begins, in percent of the player's height. Pure. */
export function bandAt({ width, height, isAlone }: Box): number {
  if (width <= 0 || height <= 0) return 100;
  const unit = Math.min(width / wide, height / high);
  const top = isAlone ? (height - high * unit) / 2 : 0;
  return (100 * (top + (picture + margin) * unit)) / height;
}

/** Width of a letter of captions over the height of the player: browsers write them in a twentieth of it, and ours are 70 % of that. */
const letter = 0.0533 * 0.7 * 0.6;

/**
 * Breaks a sentence into as few lines as its letters need, of about the same length: a caption in a fixed place is not
 * broken by the browser. Pure.
 */
export function inLines(text: string, { width, height }: Pick<Box, 'width' | 'height'>): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const most = Math.max(20, Math.floor(width / (letter * height)));
  const lines = Math.ceil(plain.length / most);
  if (!Number.isFinite(lines) || lines < 2) return plain;
  const letters = [...plain];
  for (let line = 1; line < lines; line += 1) {
    const wanted = (line * letters.length) / lines;
    const at = letters.reduce(
      (best, one, index) => (one === ' ' && Math.abs(index - wanted) < Math.abs(best - wanted) ? index : best),
      -Infinity,
    );
    if (Number.isFinite(at)) letters[at] = '\n';
  }
  return letters.join('');
}

/** Puts the captions of a film on the band below its picture, where they stay while a browser shows its controls. */
export function placeCaptions(film: HTMLVideoElement): void {
  const box = { width: film.clientWidth, height: film.clientHeight, isAlone: document.fullscreenElement === film };
  for (const track of film.textTracks ?? [])
    for (const cue of (track.cues ?? []) as Iterable<VTTCue>) {
      cue.snapToLines = false;
      cue.line = bandAt(box);
      cue.text = inLines(cue.text, box);
    }
}

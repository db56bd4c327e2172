/** "0:07", "6:12", "1:02:05". @param seconds whole or not, 0 or more */
export function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The chapter that is playing: the last one that has begun; -1 before the first. Chapters in order of time. */
export const chapterAt = (chapters: readonly { at: number }[], seconds: number): number =>
  chapters.findLastIndex(({ at }) => at <= seconds + 0.05);

/** Seconds before the end from which a recording begins anew the next time. */
const nearEnd = 3;

/** Where to resume: 0 where nothing was kept, or it was all but watched to its end. */
export const resumeAt = (kept: number | undefined, length: number): number =>
  kept !== undefined && kept > 0 && kept < length - nearEnd ? kept : 0;

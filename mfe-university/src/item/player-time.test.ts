import { chapterAt, resumeAt, timeText } from './player-time';

it('writes times as players do', () => {
  expect([0, 7.9, 372, 3725].map(timeText)).toEqual(['0:00', '0:07', '6:12', '1:02:05']);
});

it('knows the chapter that is playing', () => {
  const chapters = [{ at: 0 }, { at: 9 }, { at: 20 }];
  expect([0, 8.9, 9, 60].map((seconds) => chapterAt(chapters, seconds))).toEqual([0, 0, 1, 2]);
  expect(chapterAt([{ at: 5 }], 1)).toBe(-1);
});

it('resumes where it was left, and begins anew after the end', () => {
  expect(resumeAt(undefined, 30)).toBe(0);
  expect(resumeAt(12, 30)).toBe(12);
  expect(resumeAt(28, 30)).toBe(0);
});

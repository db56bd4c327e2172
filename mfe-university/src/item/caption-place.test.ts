import { bandAt, inLines, placeCaptions } from './caption-place';

it('finds the band below the picture, on a page and alone on a screen', () => {
  // 640 wide: the picture is 360 high and its band 40, of which 4 are left free; 84 are the controls'.
  expect(bandAt({ width: 640, height: 484, isAlone: false })).toBeCloseTo((100 * 364) / 484);
  // A screen of 16 to 10 is filled; one of 4 to 3 shows it in its middle.
  expect(bandAt({ width: 1600, height: 1000, isAlone: true })).toBeCloseTo(91);
  expect(bandAt({ width: 1920, height: 1080, isAlone: true })).toBeCloseTo(91);
  expect(bandAt({ width: 1600, height: 1200, isAlone: true })).toBeCloseTo((100 * 1010) / 1200);
  expect(bandAt({ width: 0, height: 0, isAlone: false })).toBe(100);
});

it('breaks a sentence between words into as few lines as its letters need', () => {
  const [wide, phone] = [
    { width: 860, height: 622 },
    { width: 358, height: 308 },
  ];
  const short = 'Open one to see how it’s doing.';
  expect(inLines(short, wide)).toBe(short);
  const long =
    'The list shows how many leads each campaign has contacted, how many replied, and when the next email is due today.';
  expect(inLines(long, wide).split('\n')).toEqual([
    'The list shows how many leads each campaign has contacted,',
    'how many replied, and when the next email is due today.',
  ]);
  expect(inLines(long, phone).split('\n')).toHaveLength(3);
  expect(inLines(inLines(long, phone), wide)).toBe(inLines(long, wide));
  expect(inLines('x'.repeat(120), phone)).toBe('x'.repeat(120));
  expect(inLines(short, { width: 0, height: 0 })).toBe(short);
});

it('gives each caption its place, and the same again after another look', () => {
  const cue = {
    snapToLines: true,
    line: 'auto',
    text: 'A campaign has four parts: leads, a sequence of emails, a schedule.',
  };
  const film = document.createElement('video');
  Object.defineProperties(film, {
    clientWidth: { value: 640 },
    clientHeight: { value: 484 },
    textTracks: { value: [{ cues: [cue] }] },
  });
  placeCaptions(film);
  const placed = { ...cue };
  expect(placed).toMatchObject({ snapToLines: false, line: bandAt({ width: 640, height: 484, isAlone: false }) });
  expect(placed.text.split('\n')).toHaveLength(2);
  placeCaptions(film);
  expect(cue).toEqual(placed);
});

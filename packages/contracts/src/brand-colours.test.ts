import { brandColours, contrast, isLegibleAccent, nearestLegible } from './brand-colours';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it.each(['#3f4fcf', '#0b6e4f', '#7a1fa2', '#000000', '#a12222', '#00695c'])(
  'makes of %s what both themes can show',
  (accent) => {
    const { onDark, solidOnDark } = brandColours(accent);
    expect(isLegibleAccent(accent)).toBe(true);
    expect(contrast(onDark, '#242428')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(solidOnDark, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  },
);

it('refuses what is too light or no colour, and offers the nearest shade that is legible', () => {
  for (const colour of ['#ffff00', '#ffffff', '#777', 'red', '#12345g', '#3f4fcf;}body{}'])
    expect(isLegibleAccent(colour)).toBe(false);
  expect(isLegibleAccent(nearestLegible('#ffcc00'))).toBe(true);
  expect(nearestLegible('#3f4fcf')).toBe('#3f4fcf');
});

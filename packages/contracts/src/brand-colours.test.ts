import {
  accentProblem,
  brandColours,
  contrast,
  contrastOnDark,
  contrastOnLight,
  isLegibleAccent,
  isLegibleOnDark,
  nearestLegible,
  nearestLegibleOnDark,
} from './brand-colours';

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

it('counts the surface on which text in the accent is hardest to read, not only white', () => {
  // 4.6 to 1 on white, and less on the tint behind a selected entry.
  expect(contrast('#757575', '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrastOnLight('#757575')).toBeLessThan(4.5);
  expect(isLegibleAccent('#757575')).toBe(false);
  expect(contrastOnDark('#ffffff')).toBeGreaterThan(4.5);
});

it('draws a colour that an older rule let pass as the nearest one that can be read', () => {
  const { accent, onDark, solidOnDark } = brandColours('#757575', '#222222');
  expect(accent).toBe(nearestLegible('#757575'));
  expect(onDark).toBe(nearestLegibleOnDark('#222222'));
  expect(onDark).not.toBe(brandColours('#757575').onDark);
  expect(contrast(solidOnDark, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(brandColours('#0b6e4f', '#8fe3c0')).toMatchObject({ accent: '#0b6e4f', onDark: '#8fe3c0' });
});

it('says what is wrong in which theme, with a colour that passes', () => {
  expect(accentProblem('#3f4fcf', 'light')).toBeNull();
  expect(accentProblem('#8f9bff', 'dark')).toBeNull();
  const passes = (problem: string | null) => / (#[0-9a-f]{6}) passes$/.exec(problem ?? '')?.[1] ?? '';
  for (const colour of ['#ffcc00', '#ffffff', '#8f9bff', '#757575']) {
    expect(accentProblem(colour, 'light')).toMatch(/^has a contrast of [1-4][.]\d to 1 in the light theme/);
    expect(isLegibleAccent(passes(accentProblem(colour, 'light')))).toBe(true);
  }
  for (const colour of ['#000000', '#3f4fcf', '#0b6e4f', '#777777']) {
    expect(accentProblem(colour, 'dark')).toMatch(/^has a contrast of [1-4][.]\d to 1 in the dark theme/);
    expect(isLegibleOnDark(passes(accentProblem(colour, 'dark')))).toBe(true);
    expect(nearestLegibleOnDark(colour)).toBe(passes(accentProblem(colour, 'dark')));
  }
  expect(accentProblem('red', 'dark')).toBe('must be a colour such as #8f9bff');
});

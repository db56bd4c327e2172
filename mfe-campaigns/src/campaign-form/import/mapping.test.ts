import type { UploadColumn } from '@skein/contracts/main/uploads.contract';
import { checkMapping, customNameOf, mappingSummary, matchOf, targetOf, targetValue } from './mapping';

const column = (
  name: string,
  target: UploadColumn['target'],
  match: UploadColumn['match'] = 'CERTAIN',
  confidence = 1,
): UploadColumn => ({ index: 0, name, samples: [], filled_percent: 100, target, confidence, match, reason: '' });
const email = { kind: 'field', field: 'email' } as const;

test('a mapping needs an email column and gives each field once', () => {
  expect(checkMapping([{ kind: 'ignore' }]).general).toMatch(/email address/);
  const twice = checkMapping([email, { kind: 'custom', name: 'city' }, { kind: 'custom', name: 'city' }]);
  expect(twice.general).toBeNull();
  expect([...twice.byColumn]).toEqual([[2, 'Custom: city is taken by another column.']]);
  expect(checkMapping([email, { kind: 'ignore' }, { kind: 'ignore' }]).byColumn.size).toBe(0);
});

test('a custom field has a name that a template can write', () => {
  expect(customNameOf(' Job Title (2024) ')).toBe('job_title_2024');
  expect(customNameOf('Größe')).toBe('größe');
  expect(customNameOf('{{}}')).toBe('field');
  expect(checkMapping([email, { kind: 'custom', name: 'a|b' }]).byColumn.get(1)).toMatch(/can’t contain/);
  expect(checkMapping([email, { kind: 'custom', name: 'first_name' }]).byColumn.get(1)).toMatch(/standard field/);
});

test('targets survive the way through a choice', () => {
  for (const target of [email, { kind: 'custom', name: 'city: home' } as const, { kind: 'ignore' } as const])
    expect(targetOf(targetValue(target))).toEqual(target);
  expect(targetOf('field:nonsense')).toEqual({ kind: 'ignore' });
});

test('a match says how sure it is, and by whom', () => {
  const city = column('City', { kind: 'custom', name: 'city' }, 'CHECK', 0.54);
  expect(matchOf(city, city.target)).toMatchObject({ word: 'Check, 54%', tone: 'warning' });
  expect(matchOf(city, { kind: 'ignore' }).word).toBe('By you');
  expect(
    mappingSummary(
      [column('Mail', email), city, column('Id', { kind: 'ignore' }, 'NONE')],
      [email, city.target, { kind: 'ignore' }],
    ),
  ).toBe('2 of 3 mapped, 1 left out, 1 to check');
});

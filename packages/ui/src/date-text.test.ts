import { readDateText, writeDateText } from './date-text';

it('reads a day with its time in the usual spellings', () => {
  for (const text of [
    '24 Nov 2026, 09:05',
    '24 november 2026 9:05',
    'Nov 24, 2026 09:05',
    '2026-11-24 09:05',
    '2026-11-24T09:05',
  ])
    expect(readDateText(text, true)).toBe('2026-11-24T09:05');
  expect(readDateText('24 Nov 2026', false)).toBe('2026-11-24');
  expect(readDateText(writeDateText('2026-03-01T18:30'), true)).toBe('2026-03-01T18:30');
});

it('takes nothing that is no whole date', () => {
  for (const text of ['', '24', '31 Feb 2026', '24 Nov 2026', '24 Nov 2026, 25:00', 'tomorrow'])
    expect(readDateText(text, true)).toBeNull();
  expect(readDateText('24 Nov 2026, 09:00', false)).toBeNull();
});

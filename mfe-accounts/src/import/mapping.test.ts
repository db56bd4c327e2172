import { mappingProblem, withField } from './mapping';

test('a field belongs to one column: whoever had it before is left out', () => {
  expect(withField(['from_email', 'password', null], 2, 'password')).toEqual(['from_email', null, 'password']);
  expect(withField(['from_email', null], 1, null)).toEqual(['from_email', null]);
});

test('an import needs addresses and passwords', () => {
  expect(mappingProblem(['password'])).toBe('Choose the column with the email addresses.');
  expect(mappingProblem(['from_email', null])).toBe('Choose the column with the passwords.');
  expect(mappingProblem(['from_email', 'imap_password'])).toBeNull();
});

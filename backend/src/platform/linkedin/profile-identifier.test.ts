import { profileIdentifier } from './profile-identifier';

it.each([
  ['https://www.linkedin.com/in/nora-falk/', 'nora-falk'],
  ['linkedin.com/in/nora-falk?trk=x#y', 'nora-falk'],
  ['HTTPS://DE.LinkedIn.com/in/j%C3%BCrgen-1', 'jürgen-1'],
  ['https://www.linkedin.com/sales/lead/ACwAAB1,NAME_SEARCH,abc', 'ACwAAB1'],
  ['https://www.linkedin.com/company/northlight', null],
  ['https://linkedin.com.evil.test/in/nora', null],
  ['https://example.com/in/nora', null],
  ['https://linkedin.com/in/%E0%A4%A', null],
  ['nora-falk', null],
  ['https://linkedin.com/in/me', null],
  ['https://linkedin.com/in/%2e%2e/accounts', null],
  ['https://www.linkedin.com/in/..,x', null],
  ['https://www.linkedin.com/in/.,x', null],
  ['https://www.linkedin.com/in/%20,x', null],
  ['', null],
])('%s is %s', (address, identifier) => {
  expect(profileIdentifier(address)).toBe(identifier);
});

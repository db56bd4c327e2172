import { linksOf } from './links-of';

test('links with fields, and names that can have no server, are not opened', () => {
  expect(
    linksOf([
      '<a href="https://skein.io/a">a</a><a href="https://skein.io/a">again</a>',
      '<a href="https://skein.io/{{first_name}}">b</a><a href="https://northlight.test/c">c</a><a href="mailto:a@b.c">d</a>',
    ]),
  ).toEqual(['https://skein.io/a']);
});

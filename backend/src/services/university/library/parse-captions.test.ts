import { parseCaptions } from './parse-captions';

it('reads the sentences of captions with their times', () => {
  const file = [
    'WEBVTT',
    '',
    'NOTE second version',
    '',
    '00:00:00.000 --> 00:00:05.500',
    'Each row is a campaign.',
    '',
    '2',
    '01:05.250 --> 01:07.000 line:90%',
    '<v Ada>Open one,',
    'and <i>look</i>.',
    '',
  ];
  const sentences = [
    { at: 0, text: 'Each row is a campaign.' },
    { at: 65.25, text: 'Open one, and look.' },
  ];
  expect(parseCaptions(file.join('\n'))).toEqual(sentences);
  expect(parseCaptions(file.join('\r\n'))).toEqual(sentences);
});

it('passes over what is no caption', () => {
  expect(parseCaptions('')).toEqual([]);
  expect(
    parseCaptions('WEBVTT\n\nsoon --> later\nNever.\n\n1:2:3:4 --> 5\nNever.\n\n00:01.000 --> 00:02.000\n'),
  ).toEqual([]);
});

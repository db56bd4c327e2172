import { deviceName } from './device-name';

test('browsers that name others in their description are told apart', () => {
  expect(
    deviceName(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    ),
  ).toBe('Edge on Windows');
  expect(
    deviceName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'),
  ).toBe('Chrome on Linux');
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iOS');
});

test('what is not known is not guessed', () => {
  expect(deviceName('curl/8.5.0')).toBe('curl');
  expect(deviceName('something')).toBe('Unknown device');
  expect(deviceName(null)).toBe('Unknown device');
});

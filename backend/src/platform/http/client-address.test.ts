import { clientAddress } from './client-address';

const socket = { incoming: { socket: { remoteAddress: '10.0.0.9' } } };

test('believes X-Forwarded-For only as far as our own proxies wrote it', () => {
  expect(clientAddress(socket, '6.6.6.6')).toBe('10.0.0.9');
  expect(clientAddress({ ...socket, trustedProxies: 1 }, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
  expect(clientAddress({ ...socket, trustedProxies: 2 }, '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7');
  expect(clientAddress({ ...socket, trustedProxies: 3 }, '203.0.113.7')).toBe('203.0.113.7');
  expect(clientAddress({ ...socket, trustedProxies: 1 }, undefined)).toBe('10.0.0.9');
});

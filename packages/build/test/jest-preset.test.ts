import { SignJWT, jwtVerify } from 'jose';
import PostalMime from 'postal-mime';
import { serve } from '@hono/node-server';

it('runs packages that ship ES modules only', async () => {
  const key = new TextEncoder().encode('a'.repeat(32));
  const token = await new SignJWT({ who: 'me' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  expect((await jwtVerify(token, key)).payload.who).toBe('me');
  expect((await PostalMime.parse('Subject: hello\r\n\r\nbody')).subject).toBe('hello');
  expect(typeof serve).toBe('function');
});

// M2: whoever guesses passwords is slowed and the owner is never locked out. L1: a made-up refresh cookie ends nobody's session.
import { people } from './lib/client.mjs';

export const title = 'Wrong passwords, made-up cookies';

export default async function logins({ installation, report }) {
  const { url, demo } = installation;
  const team = people(url, demo);
  const victim = await team.signUp();
  const login = (from, password) => team.askFrom(from, 'POST', '/api/auth/login', { email: victim.email, password });
  // 127.0.0.0/8 is this machine on Linux; elsewhere the places cannot be told apart.
  const statuses = {};
  for (let place = 2; place <= 12; place++) {
    const tries = Array.from({ length: 10 }, () => login(`127.0.0.${place}`, 'wrong-password-1'));
    for (const { status } of await Promise.all(tries)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const begin = performance.now();
  const right = await login('127.0.0.99', victim.password);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  report(
    'M2',
    right.status === 200,
    `110 wrong passwords from 11 places (${JSON.stringify(statuses)}), then the right one from a fresh place: ${right.status} after ${seconds} s`,
  );
  const guess = await login('127.0.0.2', 'wrong-password-2');
  report('M2', guess.status === 429, `the guesser's eleventh try from one place: ${guess.status}`);

  const { sid } = JSON.parse(Buffer.from(victim.token.split('.')[1], 'base64url').toString());
  const sessions = (await victim('GET', '/api/auth/sessions')).data.sessions;
  const id = sid ?? sessions.find((session) => session.is_current)?.id;
  for (const forged of [`${id}.${'A'.repeat(43)}`, `${id}.`, `${id}_${'A'.repeat(43)}`])
    await team.anyone('POST', '/api/auth/refresh', undefined, { cookie: `skein_refresh=${forged}` });
  const after = await victim('GET', '/api/auth/me');
  report(
    'L1',
    after.status === 200,
    `a refresh cookie with a known session and a made-up secret: the session answers ${after.status}`,
  );
}

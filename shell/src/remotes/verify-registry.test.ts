import { createHash, generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto';
import type { DeployedRemote, RemotesRegistry } from '@skein/mfe/manifest';
import { explainFile } from './explain-failure';
import { verifyRegistry, type Verifier } from './verify-registry';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'jwk' }).x as string;
const foreign = generateKeyPairSync('ed25519').privateKey;

// jsdom brings no cryptography; Node's answers the same questions.
const verifier: Verifier = {
  verify: (text, signature, message) =>
    Promise.resolve(
      verify(
        null,
        Buffer.from(message),
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' }),
        Buffer.from(signature, 'base64'),
      ),
    ),
  sha256: (text) => Promise.resolve(createHash('sha256').update(text).digest('hex')),
};
const check = (list: RemotesRegistry) => verifyRegistry(list, { keys: [key], verifier, subtle: true });

function release(name: string, by = privateKey): DeployedRemote {
  const facts = {
    name,
    title: name,
    version: '1',
    entry: `/remotes/${name}/1/remoteEntry.js`,
    integrity: { 'remoteEntry.js': 'sha384-a' },
    basePaths: [`/app/${name}`],
    nav: [],
    permissions: [],
    parts: [],
  };
  return { ...facts, signature: sign(null, Buffer.from(JSON.stringify(facts)), by).toString('base64') };
}

const listOf = (remotes: DeployedRemote[]): RemotesRegistry => ({
  version: createHash('sha256')
    .update(remotes.map(({ signature }) => signature ?? '').join('\n'))
    .digest('hex'),
  remotes,
});

it('takes what was signed with an accepted key', async () => {
  const { remotes } = await check(listOf([release('inbox'), release('leads')]));
  expect(remotes.map(({ refused }) => refused)).toEqual([undefined, undefined]);
});

it('refuses a remote of which one character was changed, wherever, and only that one', async () => {
  const honest = JSON.stringify(release('inbox'));
  for (let place = 0; place < honest.length; place += 7) {
    const spoiled = honest.slice(0, place) + (honest[place] === 'x' ? 'y' : 'x') + honest.slice(place + 1);
    let remote: DeployedRemote;
    try {
      remote = JSON.parse(spoiled) as DeployedRemote;
    } catch {
      continue;
    }
    const { remotes } = await check(listOf([remote, release('leads')]));
    expect({ place, refused: remotes[0]?.refused !== undefined, other: remotes[1]?.refused }).toEqual({
      place,
      refused: true,
      other: undefined,
    });
  }
});

it('refuses what is unsigned or signed by somebody else', async () => {
  const { signature: _, ...unsigned } = release('inbox');
  const { remotes } = await check(listOf([unsigned, release('leads', foreign)]));
  expect(remotes[0]?.refused).toContain('not signed');
  expect(remotes[1]?.refused).toContain('not one of ours');
});

it('refuses a list from which something was taken', async () => {
  const whole = listOf([release('inbox'), release('leads')]);
  await expect(check({ ...whole, remotes: whole.remotes.slice(1) })).rejects.toThrow('remotes.json was changed');
});

it('says what is wrong with a file that the browser refused', async () => {
  const answering = (status: number, type = 'text/javascript') =>
    Promise.resolve(new Response('changed', { status, headers: { 'content-type': type } }));
  expect(await explainFile('/remotes/inbox/1/a.js', undefined, answering(200))).toContain('a.js does not belong');
  expect(await explainFile('/remotes/inbox/1/a.js', 'sha384-x', answering(404))).toContain('a.js is missing');
  expect(await explainFile('/remotes/inbox/1/a.js', 'sha384-x', answering(503))).toContain('answered 503');
  expect(await explainFile('/remotes/inbox/1/a.js', 'sha384-x', answering(200, 'text/html'))).toContain(
    'a page instead',
  );
});

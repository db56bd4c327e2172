import { changeDeployments } from '@skein/deployments/deployment-files';
import { pinWorkspace } from '@skein/deployments/deployments';
import { createTestPlace } from '@skein/deployments/testing';
import { createWebApp } from '../http/serve-web';

const { build, deploy, place, remove } = createTestPlace();
const { root } = place;

beforeAll(async () => {
  for (const version of ['1', '2']) await deploy(build('inbox', version));
  await changeDeployments(root, (state) =>
    pinWorkspace(state, 'inbox', { workspaceId: 5, version: '1' }, { at: new Date(), by: 'test' }),
  );
});
afterAll(remove);

it('serves each workspace its set, everybody else the default one, and never the state itself', async () => {
  const app = createWebApp({
    root,
    config: () => ({ services: {}, sandbox: true, version: '1' }),
    workspaceOf: (request) => Promise.resolve(Number(request.headers.get('authorization')) || null),
  });
  const ask = async (authorization?: string, headers = {}) =>
    app.request('/remotes.json', { headers: { ...headers, ...(authorization ? { authorization } : {}) } });
  const inbox = async (answer: Response) =>
    ((await answer.json()) as { remotes: { name: string; version: string }[] }).remotes.find(
      ({ name }) => name === 'inbox',
    )?.version;
  expect(await inbox(await ask())).toBe('2');
  expect(await inbox(await ask('5'))).toBe('1');
  expect(await inbox(await ask('expired'))).toBe('2');
  const answer = await ask('5');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect((await ask('5', { 'if-none-match': answer.headers.get('etag') })).status).toBe(304);
  expect((await ask(undefined, { 'if-none-match': answer.headers.get('etag') })).status).toBe(200);
  expect((await app.request('/deployments.json')).status).toBe(404);
  expect((await app.request('/remotes/deployments.json')).status).toBe(404);
});

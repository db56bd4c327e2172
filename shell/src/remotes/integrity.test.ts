import type { DeployedRemote } from '@skein/mfe/manifest';
import { enforceIntegrity, expectedIntegrity } from './integrity';

const inbox: DeployedRemote = {
  name: 'inbox',
  title: 'Master inbox',
  version: '1',
  entry: '/remotes/inbox/1/remoteEntry.js',
  basePaths: ['/app/master-inbox'],
  nav: [],
  permissions: [],
  parts: [],
  integrity: { 'remoteEntry.js': 'sha384-entry', 'page.0a.js': 'sha384-page' },
};

it('knows what each file of a remote must be, and which files are none of its business', () => {
  expect(expectedIntegrity([inbox], '/remotes/inbox/1/page.0a.js')?.integrity).toBe('sha384-page');
  expect(expectedIntegrity([inbox], '/remotes/inbox/1/page.0a.js?t=1')?.integrity).toBe('sha384-page');
  expect(expectedIntegrity([inbox], '/remotes/inbox/1/unknown.js')).toMatchObject({ integrity: undefined });
  expect(expectedIntegrity([inbox], '/platform.js')).toBeUndefined();
  expect(expectedIntegrity([{ ...inbox, integrity: {} }], '/remotes/inbox/1/page.0a.js')).toBeUndefined();
});

it('gives a script of a remote its hash before it is fetched, and refuses one that is not named', async () => {
  const head = document.createElement('head') as HTMLHeadElement;
  enforceIntegrity(() => [inbox], head);
  const script = (source: string) => Object.assign(document.createElement('script'), { src: source });

  const known = head.appendChild(script('/remotes/inbox/1/page.0a.js'));
  expect(known.integrity).toBe('sha384-page');
  expect(known.crossOrigin).toBe('anonymous');

  const own = head.appendChild(script('/platform.js'));
  expect(own.integrity ?? '').toBe('');

  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  const unknown = script('/remotes/inbox/1/added.js');
  const failed = new Promise<void>((resolve) => unknown.addEventListener('error', () => resolve()));
  head.appendChild(unknown);
  await failed;
  expect(head.contains(unknown)).toBe(false);
  quiet.mockRestore();
});

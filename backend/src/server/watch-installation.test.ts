import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKey, sealWithNewest } from '#platform/crypto/key-file';
import { loadMasterKey } from '#platform/crypto/master-key';
import { watchInstallation } from './watch-installation';

const folder = mkdtempSync(join(tmpdir(), 'skein-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the newest backup of the folder, whoever made it', async () => {
  const backup = { folder: join(folder, 'backups'), schedule: '0 2 * * *', keep: 7 };
  expect(await watchInstallation({ backup, masterKeyFile: undefined })).toEqual({
    backup: { schedule: '0 2 * * *', newestAt: null },
    keyRotation: null,
  });
  for (const name of ['2026-11-20T02-00-00-000Z', '2026-11-21T02-00-00-000Z', '2026-11-22T02-00-00-000Z.partial'])
    mkdirSync(join(backup.folder, name), { recursive: true });
  const { backup: seen } = await watchInstallation({ backup, masterKeyFile: undefined });
  expect(seen?.newestAt).toEqual(new Date('2026-11-21T02:00:00.000Z'));
});

it('tells how far the replacement of a master key is', async () => {
  const masterKeyFile = join(folder, 'master.key');
  loadMasterKey({ file: masterKeyFile, create: true });
  const stepOf = async () => (await watchInstallation({ backup: null, masterKeyFile })).keyRotation;
  expect(await stepOf()).toBeNull();
  addKey(masterKeyFile);
  expect(await stepOf()).toBe('added');
  sealWithNewest(masterKeyFile);
  expect(await stepOf()).toBe('sealing');
});

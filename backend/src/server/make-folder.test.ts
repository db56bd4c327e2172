import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder';

test('folders are made down to the last one, and a place that takes none is an error instead of a wait', () => {
  const place = mkdtempSync(join(tmpdir(), 'folders-'));
  try {
    makeFolder(join(place, 'a', 'b'), 0o700);
    makeFolder(join(place, 'a', 'b'), 0o700);
    expect(statSync(join(place, 'a', 'b')).mode & 0o777).toBe(0o700);
    writeFileSync(join(place, 'file'), '');
    expect(() => makeFolder(join(place, 'file'), 0o700)).toThrow(/EEXIST/);
    expect(() => makeFolder('/proc/skein-cannot-be-here', 0o700)).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  } finally {
    rmSync(place, { recursive: true });
  }
});

import { join } from 'node:path';
import type { PlatformEnvironment } from '../env/env';
import { openDiskFiles, type StoredFiles } from './disk-store';
import { openBucketFiles } from './s3-store';

/** The installation's files, in its bucket or its data folder, for what needs no addresses for browsers. */
export const openFiles = (environment: Pick<PlatformEnvironment, 'objectStore' | 'dataFolder'>): StoredFiles =>
  environment.objectStore
    ? openBucketFiles({
        ...environment.objectStore,
        temporaryFolder: join(environment.dataFolder, 'files', 'incoming'),
      })
    : openDiskFiles(join(environment.dataFolder, 'files'));

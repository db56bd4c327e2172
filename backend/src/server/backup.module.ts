import { scheduledBackup } from '#platform/backup/scheduled-backup';
import type { Module } from './module';

/** Backups by the clock, where `BACKUP_FOLDER` names a place for them. */
export const backupModule: Module = {
  name: 'backup',
  needs: ['postgres', 'files'],
  async start({ addJobs, environment, log, use }) {
    if (!environment.backup) return;
    addJobs(
      scheduledBackup(
        { url: use('databaseUrl'), files: use('files') },
        environment.backup,
        log.child({ module: 'backup' }),
      ),
    );
  },
};

import { newestBackup } from '#platform/backup/newest-backup';
import { rotationState } from '#platform/crypto/key-file';
import type { PlatformEnvironment } from '#platform/env/env';
import type { InstallationWatch } from '#main/deps';

/** The newest backup and a rotation of the master key, read from where they lie: another machine may have made them. */
export async function watchInstallation({
  backup,
  masterKeyFile,
}: Pick<PlatformEnvironment, 'backup' | 'masterKeyFile'>): Promise<InstallationWatch> {
  const newest = backup ? await newestBackup(backup.folder) : 0;
  const { step } = masterKeyFile ? rotationState(masterKeyFile) : { step: 'AT_REST' as const };
  return {
    backup: backup && { schedule: backup.schedule, newestAt: newest === 0 ? null : new Date(newest) },
    keyRotation: step === 'ADDED' ? 'added' : step === 'SEALING' ? 'sealing' : null,
  };
}

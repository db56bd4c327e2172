/** What keeps the embedded database from starting, in one sentence that says what to do. Never holds a secret. */
export class EmbeddedPostgresError extends Error {
  constructor(
    readonly code:
      | 'ALREADY_RUNNING'
      | 'DISK_FULL'
      | 'FOREIGN_VERSION'
      | 'NO_BINARIES'
      | 'NO_PERMISSION'
      | 'PASSWORD_LOST'
      | 'START_FAILED',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** Turns a file-system error into its sentence; anything else is returned unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = (error as { code?: string } | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(
      'NO_PERMISSION',
      `Skein may not write to ${folder}: give your user write permission there, or set SKEIN_DATA to a folder you own.`,
      { cause: error },
    );
  }
  return error;
}

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DISK_FULL',
    `The disk that holds ${folder} is full: free at least 500 MB, or set SKEIN_DATA to a folder on another disk.`,
    { cause },
  );
}

/** Reads what initdb or postgres wrote and finds the reason a person can act on. */
export function explainOutput(output: string, folder: string, logFile: string): EmbeddedPostgresError {
  if (/No space left on device|could not (?:extend|write).*(?:space|quota)/i.test(output)) return diskFull(folder);
  if (/Permission denied|Operation not permitted|Read-only file system/i.test(output)) {
    return explainFileError({ code: 'EACCES' }, folder) as EmbeddedPostgresError;
  }
  if (/database files are incompatible|initialized by PostgreSQL version/i.test(output)) {
    return new EmbeddedPostgresError(
      'FOREIGN_VERSION',
      `The database in ${folder} was made by another version of PostgreSQL: set SKEIN_DATA to a new folder, or run the version of Skein that made it.`,
    );
  }
  const reason = /(?:FATAL|PANIC|error):\s*(.+)/i.exec(output)?.[1]?.trim();
  return new EmbeddedPostgresError(
    'START_FAILED',
    `The embedded database did not start${reason ? ` (${reason})` : ''}: the details are in ${logFile}.`,
  );
}

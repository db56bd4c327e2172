/** A file that cannot be stored or read, with the HTTP status that says so. */
export class StorageError extends Error {
  constructor(
    readonly code:
      | 'NOT_FOUND'
      | 'TOO_LARGE'
      | 'WRONG_TYPE'
      | 'BAD_SIGNATURE'
      | 'EXPIRED'
      | 'BAD_NAME'
      | 'FULL'
      | 'USED',
    readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 507,
    message: string,
  ) {
    super(message);
    this.name = 'StorageError';
  }
}

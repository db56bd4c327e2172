/** A restore that was refused or failed, in one sentence. Nothing was changed. */
export class RestoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RestoreError';
  }
}

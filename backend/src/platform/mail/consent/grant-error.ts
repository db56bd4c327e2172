/**
 * Why a provider gave no token. REVOKED: the consent is gone, only signing in again helps. CLIENT: the OAuth client is
 * refused. REFUSED: something else that will not pass. LATER: no answer, or none that says anything; try again.
 */
export class GrantError extends Error {
  constructor(
    readonly kind: 'REVOKED' | 'CLIENT' | 'REFUSED' | 'LATER',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'GrantError';
  }

  /** Whether it is the mailbox's login that is wrong, not the way to the server. */
  get isCredential(): boolean {
    return this.kind !== 'LATER';
  }
}

import { errorCodes, type ErrorCode, type ErrorDetail } from '@skein/contracts/errors';

/**
 * The one error class for everything that is expected to go wrong. Its message is shown to people, so it names what
 * happened and the way out. Anything else that is thrown is a defect: logged once with its stack, answered as INTERNAL.
 */
export class SkeinError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly details: ErrorDetail[] = [],
    options?: { cause?: unknown; status?: number },
  ) {
    super(message ?? errorCodes[code].message, { cause: options?.cause });
    this.name = 'SkeinError';
    this.status = options?.status ?? errorCodes[code].status;
  }
}

export const notFound = (what: string) => new SkeinError('NOT_FOUND', `${what} does not exist, or it is not yours.`);

/** A validation error about one field: `invalidField('email', 'is taken')`. */
export const invalidField = (field: string, message: string) =>
  new SkeinError('VALIDATION', `${field} ${message}`, [{ field, message }]);

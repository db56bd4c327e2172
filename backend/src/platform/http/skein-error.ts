import { errorCodes, type ErrorCode, type ErrorDetail } from '@skein/contracts/errors';

export type MissingRecord = 'campaign' | 'lead' | 'leadList' | 'mailbox';

/**
 * The one error class for everything that is expected to go wrong. Its message is shown to people, so it names what
 * happened and the way out. Anything else that is thrown is a defect: logged once with its stack, answered as INTERNAL.
 */
export class SkeinError extends Error {
  readonly status: number;
  /** What is missing, of a NOT_FOUND about one of the records that the public API has words of its own for. */
  readonly missing: MissingRecord | undefined;

  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly details: ErrorDetail[] = [],
    options?: { cause?: unknown; status?: number; missing?: MissingRecord },
  ) {
    super(message ?? errorCodes[code].message, { cause: options?.cause });
    this.name = 'SkeinError';
    this.missing = options?.missing;
    this.status = options?.status ?? errorCodes[code].status;
  }
}

/** @param missing the kind of record, where callers decide by it: never by the words of the message */
export const notFound = (what: string, missing?: MissingRecord) =>
  new SkeinError('NOT_FOUND', `${what} does not exist, or it is not yours.`, [], { missing });

/** A validation error about one field: `invalidField('email', 'is taken')`. */
export const invalidField = (field: string, message: string) =>
  new SkeinError('VALIDATION', `${field} ${message}`, [{ field, message }]);

import type { ErrorDetail } from '@skein/contracts/errors';

/** The specification's text for a failure that says nothing better. */
export const defaultProblemMessage = 'The API encountered an issue. Please try again later.';

/** No answer came: the way to the server is broken, not the server. */
export const unreachableMessage = 'The server could not be reached. Check your connection, then try again.';
/** An answer did not come in time. */
export const lateMessage = 'The server took too long to answer. Try again.';

/** A failed call, as pages see it. Plain data, so that it can stand in the store. */
export interface Problem {
  /** HTTP status; 0 when no answer came. */
  status: number;
  message: string;
  /** A code of the contracts' error table; OFFLINE, TIMEOUT, ABORTED and UNEXPECTED_HTML are made on this side. */
  code: string;
  /** Fields that need a correction, by dotted path. */
  details: ErrorDetail[];
  requestId: string;
}

/** Thrown by the transport. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whatever was thrown, as a problem. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (
    isRecord(error) &&
    typeof error.message === 'string' &&
    typeof error.status === 'number' &&
    Array.isArray(error.details)
  ) {
    return error as unknown as Problem;
  }
  const message = error instanceof Error && error.message !== '' ? error.message : defaultProblemMessage;
  return { status: 0, message, code: 'INTERNAL', details: [], requestId: '' };
}

/** Whether a failure means that the session has ended (docs/domain.md, Users and sessions). */
export function meansSessionExpired(problem: Pick<Problem, 'status' | 'message'>): boolean {
  return problem.status === 401 || /session expired/i.test(problem.message);
}

/** The message of an answer: the response message, or else the body, or else the default. */
export function messageOf(body: unknown, statusText?: string): string {
  if (isRecord(body)) {
    if (typeof body.message === 'string' && body.message !== '') return body.message;
    if (typeof body.error === 'string' && body.error !== '') return body.error;
  }
  if (typeof body === 'string' && body !== '' && body.length < 300 && !/^\s*</.test(body)) return body;
  return statusText &&
    statusText !== '' &&
    !/^(bad request|internal server error|not found|bad gateway|unauthorized|forbidden)$/i.test(statusText)
    ? statusText
    : defaultProblemMessage;
}

import type { z } from 'zod';
import type { ErrorAnswer, ErrorDetail } from '@skein/contracts/errors';
import { SkeinError } from './skein-error';

/** The one mapper from errors to HTTP. */
export function errorAnswer(error: SkeinError, requestId: string): ErrorAnswer {
  return { ok: false, message: error.message, code: error.code, details: error.details, request_id: requestId };
}

/**
 * The error body of the `/api/v1` wire (docs/public-api.md, Errors): validation in the celebrate shape, credentials as
 * `{ message }`, everything else with `error` in plain words. Clients read `message`, then `error`; both are always there.
 */
export function wireErrorAnswer(error: SkeinError, requestId: string): Record<string, unknown> {
  const source = (error.details[0]?.field ?? '').split('.')[0];
  if (error.code === 'VALIDATION') {
    return {
      ok: false,
      statusCode: 400,
      error: 'Bad Request',
      message: error.message,
      code: error.code,
      request_id: requestId,
      details: error.details,
      validation: {
        source: source === 'query' || source === 'params' ? source : 'body',
        keys: error.details.map((detail) => detail.field.replace(/^(body|query|params)\./, '')),
      },
    };
  }
  return {
    ok: false,
    error: error.message,
    message: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.details.length > 0 && { details: error.details }),
  };
}

const fieldName = (source: string, path: PropertyKey[]) => [source, ...path.map(String)].join('.');

/** A zod error as a validation error whose details name each field once. `source` is body, query or params. */
export function validationError(source: 'body' | 'query' | 'params', error: z.ZodError, bare: boolean): SkeinError {
  const details: ErrorDetail[] = [];
  for (const issue of error.issues) {
    const field =
      issue.path.length === 0 && source === 'body'
        ? 'body'
        : source === 'body'
          ? issue.path.map(String).join('.')
          : fieldName(source, issue.path);
    // A number that was left out is read from a text and has become none.
    const message =
      issue.code !== 'invalid_type'
        ? issue.message
        : issue.message.includes('undefined')
          ? 'is required'
          : issue.message.includes('received NaN')
            ? 'must be given as a number'
            : issue.message;
    if (!details.some((detail) => detail.field === field)) details.push({ field, message });
  }
  const first = details[0] ?? { field: source, message: 'is not valid' };
  const plainField = first.field.replace(/^(query|params)\./, '');
  return new SkeinError(
    'VALIDATION',
    bare ? `"${plainField}" ${first.message}` : `${plainField}: ${first.message}`,
    details,
  );
}

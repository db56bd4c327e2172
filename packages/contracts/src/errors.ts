/**
 * Every error code of the product with its HTTP status and the default text. One class (SkeinError in the backend) carries one of these.
 */
export const errorCodes = {
  VALIDATION: { status: 400, message: 'Some fields need a correction.' },
  BAD_REQUEST: { status: 400, message: 'The request cannot be carried out as it stands.' },
  UNAUTHENTICATED: { status: 401, message: 'Your session has expired. Please login again.' },
  INVALID_CREDENTIALS: { status: 400, message: 'The email or the password is not right.' },
  PAYMENT_REQUIRED: { status: 402, message: 'The plan of this workspace has ended.' },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this.' },
  PLAN_REQUIRED: { status: 403, message: 'The plan of this workspace does not include this.' },
  WORKSPACE_DISABLED: {
    status: 403,
    message: 'This workspace is disabled. Contact the operator of this installation.',
  },
  SIGN_UP_CLOSED: { status: 403, message: 'Sign-up is closed.' },
  NOT_FOUND: { status: 404, message: 'This does not exist, or it is not yours.' },
  CONFLICT: { status: 409, message: 'This changed in the meantime.' },
  ILLEGAL_TRANSITION: { status: 409, message: 'This cannot be done in the present state.' },
  LAUNCH_BLOCKED: { status: 409, message: 'The launch is blocked.' },
  LIMIT_REACHED: { status: 409, message: 'A limit is reached.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This is larger than allowed.' },
  UNSUPPORTED_MEDIA: { status: 415, message: 'This kind of content is not accepted here.' },
  MAILBOX_CONNECTION: { status: 422, message: 'The mail server refused the connection.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'The API encountered an issue. Please try again later.' },
  UPSTREAM: { status: 502, message: 'Another server did not answer as it should.' },
  UNAVAILABLE: { status: 503, message: 'This part is starting or stopping. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One field that needs a correction: `field` is the dotted path in the body, query or params. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** The error answer of every endpoint with an envelope (docs/domain.md; docs/public-api.md). */
export interface ErrorAnswer {
  ok: false;
  message: string;
  code: ErrorCode;
  details: ErrorDetail[];
  request_id: string;
}

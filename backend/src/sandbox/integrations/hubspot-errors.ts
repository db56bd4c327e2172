import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';

/** The categories of HubSpot's errors that happen here, each with its status. */
const statusOf = {
  VALIDATION_ERROR: 400,
  BAD_CLIENT_SECRET: 400,
  BAD_REFRESH_TOKEN: 400,
  BAD_AUTH_CODE: 400,
  EXPIRED_AUTHENTICATION: 401,
  OBJECT_NOT_FOUND: 404,
  CONFLICT: 409,
} as const;

export const failed = (context: Context, category: keyof typeof statusOf, message: string, errors: unknown[] = []) =>
  context.json(
    { status: 'error', message, correlationId: randomBytes(8).toString('hex'), category, errors },
    statusOf[category],
  );

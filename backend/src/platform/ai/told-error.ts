import { SkeinError } from '../http/skein-error';
import { ChatError } from './chat-client';

/** What a service refused, as an error of ours. Never 401: the session of the person has not ended. */
export const told = (error: unknown): unknown =>
  error instanceof ChatError
    ? new SkeinError(
        error.kind === 'rate' ? 'RATE_LIMITED' : error.kind === 'cancelled' ? 'BAD_REQUEST' : 'UPSTREAM',
        error.message,
      )
    : error;

import { z } from 'zod';
import type { Finding } from '../judge-answer';
import { keyRefused, nothingLeft, type VerificationService } from './verification-service';

const name = 'MillionVerifier';
const base = 'https://api.millionverifier.com/api/v3';
const answer = z.object({
  result: z.string().nullish(),
  subresult: z.string().nullish(),
  role: z.boolean().nullish(),
  error: z.string().nullish(),
});
const credits = z.object({ credits: z.coerce.number() });

/** MillionVerifier's published API, version 3: `GET /` with one address, and `GET /credits`. Errors come with the status 200 as words. */
export const millionVerifier: VerificationService = {
  name,
  verifyUrl: (key, email) => `${base}/?${new URLSearchParams({ api: key, email, timeout: '30' }).toString()}`,
  creditsUrl: (key) => `${base}/credits?${new URLSearchParams({ api: key }).toString()}`,
  readCredits(given) {
    refuse(given);
    const read = credits.safeParse(given);
    return read.success ? read.data.credits : null;
  },
  readFinding(given): Finding {
    refuse(given);
    const read = answer.safeParse(given);
    if (!read.success || !read.data.result)
      return { result: null, reason: 'NO_ANSWER', detail: `${name} answered with something else.` };
    const { result, subresult, role } = read.data;
    const detail = `${name}: ${result}${subresult && subresult !== result ? `, ${subresult}` : ''}`.slice(0, 200);
    switch (result) {
      case 'ok':
        return role ? { result: 'ROLE', reason: 'ROLE', detail } : { result: 'VALID', reason: 'ACCEPTED', detail };
      case 'catch_all':
        return { result: 'CATCH_ALL', reason: 'CATCH_ALL', detail };
      case 'disposable':
        return { result: 'DISPOSABLE', reason: 'DISPOSABLE', detail };
      case 'invalid':
        return {
          result: 'INVALID',
          reason: /syntax/i.test(subresult ?? '')
            ? 'SYNTAX'
            : /dns|domain|mx/i.test(subresult ?? '')
              ? 'NO_MAIL_SERVER'
              : 'NO_MAILBOX',
          detail,
        };
      case 'error':
        return { result: null, reason: 'NO_ANSWER', detail };
      default:
        return { result: 'UNKNOWN', reason: 'NO_ANSWER', detail };
    }
  },
};

/** @throws ProviderRefusal */
function refuse(given: unknown): void {
  const read = answer.safeParse(given);
  const words = read.success ? (read.data.error ?? '') : '';
  if (/credit/i.test(words)) throw nothingLeft(name);
  if (/api ?_?key|ip address/i.test(words)) throw keyRefused(name);
}

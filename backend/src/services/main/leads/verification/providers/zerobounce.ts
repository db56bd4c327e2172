import { z } from 'zod';
import type { VerificationReason } from '@skein/contracts/main/verification-results';
import type { Finding } from '../judge-answer';
import { keyRefused, nothingLeft, type VerificationService } from './verification-service';

const name = 'ZeroBounce';
const base = 'https://api.zerobounce.net/v2';
const answer = z.object({ status: z.string(), sub_status: z.string().nullish() });
const failure = z.object({ error: z.string().min(1) });
const credits = z.object({ Credits: z.coerce.number() });

const invalid: Record<string, VerificationReason> = {
  no_dns_entries: 'NO_DOMAIN',
  failed_syntax_check: 'SYNTAX',
  leading_period_removed: 'SYNTAX',
  does_not_accept_mail: 'NO_MAIL_SERVER',
  unroutable_ip_address: 'NO_MAIL_SERVER',
};
const unknown: Record<string, VerificationReason> = {
  greylisted: 'GREYLISTED',
  antispam_system: 'REFUSED',
  forcible_disconnect: 'REFUSED',
  mailbox_quota_exceeded: 'MAILBOX_FULL',
};

/**
 * ZeroBounce's published API, version 2: `GET /validate` and `GET /getcredits`. Its "do_not_mail" is our role or disposable where its
 * sub-status says so, otherwise advice against the address, as are spam traps and people who complain. Unknown costs nothing there.
 */
export const zeroBounce: VerificationService = {
  name,
  verifyUrl: (key, email) =>
    `${base}/validate?${new URLSearchParams({ api_key: key, email, ip_address: '', timeout: '30' }).toString()}`,
  creditsUrl: (key) => `${base}/getcredits?${new URLSearchParams({ api_key: key }).toString()}`,
  readCredits(given) {
    const read = credits.safeParse(given);
    if (read.success && read.data.Credits < 0) throw keyRefused(name);
    return read.success ? read.data.Credits : null;
  },
  readFinding(given): Finding {
    const failed = failure.safeParse(given);
    // One sentence stands for both: "Invalid API key or your account ran out of credits".
    if (failed.success && /ran out of credits|api key/i.test(failed.data.error))
      throw /invalid/i.test(failed.data.error) && !/credits/i.test(failed.data.error)
        ? keyRefused(name)
        : nothingLeft(name);
    const read = answer.safeParse(given);
    if (!read.success) return { result: null, reason: 'NO_ANSWER', detail: `${name} answered with something else.` };
    const sub = read.data.sub_status ?? '';
    const detail = `${name}: ${read.data.status}${sub ? `, ${sub}` : ''}`.slice(0, 200);
    switch (read.data.status.toLowerCase()) {
      case 'valid':
        return sub === 'role_based'
          ? { result: 'ROLE', reason: 'ROLE', detail }
          : { result: 'VALID', reason: 'ACCEPTED', detail };
      case 'invalid':
        return sub === 'mailbox_quota_exceeded'
          ? { result: 'UNKNOWN', reason: 'MAILBOX_FULL', detail }
          : { result: 'INVALID', reason: invalid[sub] ?? 'NO_MAILBOX', detail };
      case 'catch-all':
        return { result: 'CATCH_ALL', reason: 'CATCH_ALL', detail };
      case 'do_not_mail':
        if (sub.startsWith('role_based')) return { result: 'ROLE', reason: 'ROLE', detail };
        if (sub === 'disposable') return { result: 'DISPOSABLE', reason: 'DISPOSABLE', detail };
        return { result: 'INVALID', reason: 'ADVISED_AGAINST', detail };
      case 'spamtrap':
      case 'abuse':
        return { result: 'INVALID', reason: 'ADVISED_AGAINST', detail };
      default:
        return { result: 'UNKNOWN', reason: unknown[sub] ?? 'NO_ANSWER', detail };
    }
  },
};

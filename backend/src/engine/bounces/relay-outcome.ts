import type { RelayOutcome } from '#platform/mail/relays';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { judgeFailure } from './judge-failure';

/**
 * What a failure says of a dedicated server: without one of SMTP nothing is known of it.
 * @param mayHaveLeft the final dot may have gone out
 */
export function relayOutcomeOf(error: Error, mayHaveLeft: boolean): RelayOutcome {
  if (!(error instanceof SmtpFailure))
    return mayHaveLeft
      ? {
          state: 'IN_DOUBT',
          failure: new SmtpFailure('doubt', 'dot', {
            code: null,
            status: null,
            response: 'The outcome is not known.',
          }),
        }
      : { state: 'RELEASED', failure: null };
  if (error.failureClass === 'doubt') return { state: 'IN_DOUBT', failure: error };
  if (error.failureClass !== 'refused') return { state: 'RELEASED', failure: error };
  const { kind } = judgeFailure(error);
  const isPutOff = kind === 'LATER' || (error.code !== null && error.code < 500);
  return { state: isPutOff ? 'DEFERRED' : 'REFUSED', failure: error };
}

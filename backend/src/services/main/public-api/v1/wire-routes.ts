import type { Contract } from '@skein/contracts/endpoint';
import type { Hono } from 'hono';
import { wireErrorAnswer } from '#platform/http/error-answer';
import { onlyOnce, type IdempotentRequest } from '#platform/http/idempotency';
import { routes, type Handlers } from '#platform/http/routes';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { SendingRefused } from '#sending/sending.api';

type Handler = (deps: MainDeps, request: IdempotentRequest & { requestId: string }) => Promise<unknown>;

/**
 * Mounts a contract of the public API: every POST honours Idempotency-Key, and what is missing is named in the words that
 * clients of this wire know (docs/public-api.md, Errors). Answers that hold a secret or
 * the mails of people are not kept for a repeated request: `keepsAnswers` false for all endpoints, or `notKept` for some.
 */
export const wireRoutes =
  <C extends Contract>(
    contract: C,
    { keepsAnswers = true, notKept = [] }: { keepsAnswers?: boolean; notKept?: readonly (keyof C['endpoints'])[] } = {},
  ) =>
  (deps: MainDeps, handlers: Handlers<C, MainDeps>): Hono => {
    const wrapped = Object.fromEntries(
      Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
        name,
        wrap(handler, keepsAnswers && !notKept.includes(name)),
      ]),
    );
    return routes(contract)(deps, wrapped as unknown as Handlers<C, MainDeps>);
  };

/** How this wire names a record that is not there. */
const wireWords = {
  campaign: 'Campaign not found - Invalid campaign_id.',
  leadList: 'Lead list not found - Invalid list id.',
  lead: 'Lead not found - Invalid lead_id.',
};

const wrap =
  (handler: Handler, keepsAnswers: boolean): Handler =>
  async (deps, request) => {
    try {
      return await (keepsAnswers ? onlyOnce(deps, request, () => handler(deps, request)) : handler(deps, request));
    } catch (error) {
      // Which rule forbids an email: the codes of explanations.
      if (error instanceof SendingRefused)
        return Response.json(
          { ...wireErrorAnswer(error, request.requestId), errorCode: error.rule },
          { status: error.status },
        );
      if (!(error instanceof SkeinError) || error.code !== 'NOT_FOUND') throw error;
      if (error.missing === 'mailbox')
        return Response.json(
          { ...wireErrorAnswer(error, request.requestId), errorCode: 'ACCOUNT_NOT_FOUND' },
          { status: 404 },
        );
      if (error.missing) throw new SkeinError('NOT_FOUND', wireWords[error.missing], error.details, { cause: error });
      throw error;
    }
  };

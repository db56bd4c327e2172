import type { SMTPServerError, SMTPServerSession } from 'smtp-server';
import { refuse, type PromptSmtpServer } from './immediate-greeting';
import { loginOf } from './session-login';
import type { SmtpExchangeOptions } from './smtp-exchange.types';
import type { SmtpStage } from './smtp-faults';

/** The exchange and the server that it runs on. */
export interface Exchange {
  options: SmtpExchangeOptions;
  server: PromptSmtpServer;
}

export type Done = (error?: Error | null) => void;

/** How far the exchange has come. */
interface ExchangePoint {
  stage: SmtpStage;
  session: SMTPServerSession;
  address: string | null;
  messageId: string | null;
}

/** Lets a planned fault strike, else goes on. */
export async function strike(
  { options, server }: Exchange,
  { stage, session, address, messageId }: ExchangePoint,
  fail: Done,
  proceed: () => void | Promise<void>,
): Promise<void> {
  const fault = options.fault()?.({ stage, login: loginOf(options, session), address, messageId }) ?? null;
  if (!fault) return proceed();
  if ('reply' in fault) return fail(refuse(fault.reply, fault.text));
  if ('waitMilliseconds' in fault) {
    await new Promise((resolve) => setTimeout(resolve, fault.waitMilliseconds));
    return proceed();
  }
  server.dropConnections(session);
}

/** The planned refusal of DATA, before the 354; null lets the body come. */
export function refusalAtData({ options }: Exchange, session: SMTPServerSession): SMTPServerError | null {
  const login = loginOf(options, session);
  const fault = options.fault()?.({ stage: 'command', login, address: null, messageId: null });
  return fault && 'reply' in fault ? refuse(fault.reply, fault.text) : null;
}

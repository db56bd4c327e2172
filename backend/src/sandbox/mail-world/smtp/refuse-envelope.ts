import type { SMTPServerError } from 'smtp-server';
import { answerProbe } from '../prospects/answer-probe';
import { refuse } from './immediate-greeting';
import type { SmtpExchangeOptions } from './smtp-exchange.types';

/** Why a login may not send as an address; null when it may. */
export function refuseSender(
  { postOffice }: SmtpExchangeOptions,
  address: string,
  login: string | null,
): SMTPServerError | null {
  if (!login || address === '') return null;
  const account = postOffice.account(login);
  const owner = postOffice.recipientAccount(address);
  if (account?.settings.sendAsAny || owner?.email === login) return null;
  return refuse(553, '5.7.1 Sender address is not owned by this login');
}

/**
 * Why an address takes no mail of a login, or of a stranger without one; null when it does.
 * @param putOff what strangers who were told to come back had asked for
 */
export function refuseRecipient(
  options: SmtpExchangeOptions,
  address: string,
  login: string | null,
  putOff: Set<string>,
): SMTPServerError | null {
  const { postOffice } = options;
  if (postOffice.recipientAccount(address)) return null;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // The product's own emails are only recorded: people of the demo need not have a mailbox here.
  if (login && postOffice.account(login)?.settings.sendAsAny) return null;
  if (postOffice.isLocalDomain(domain)) return refuse(550, '5.1.1 No such mailbox here');
  if (!login) return answerStranger(address, putOff);
  if (options.isProspect(address)) {
    const reason = options.refusal(address);
    return reason ? refuse(550, reason) : null;
  }
  return options.capturesOutside ? null : refuse(550, '5.1.2 The sandbox reaches no mail system outside');
}

/** Strangers may ask, as anybody may ask the mail server of a domain; what they would send is refused at DATA. */
function answerStranger(address: string, putOff: Set<string>): SMTPServerError | null {
  const answer = answerProbe(address, putOff);
  return answer && refuse(answer.code, answer.text);
}

import type { SMTPServerSession } from 'smtp-server';
import type { SmtpExchangeOptions } from './smtp-exchange.types';

/** Whether a machine relays in this session for mailboxes, without a login of its own. */
export const isRelayed = (options: SmtpExchangeOptions, session: SMTPServerSession): boolean =>
  typeof session.user !== 'string' && (options.isRelay?.(session.remoteAddress) ?? false);

/** The mailbox that a session speaks for: the one that logged in, or the sender's where a machine relays. */
export function loginOf(options: SmtpExchangeOptions, session: SMTPServerSession): string | null {
  if (typeof session.user === 'string') return session.user;
  const sender = isRelayed(options, session) && session.envelope.mailFrom ? session.envelope.mailFrom.address : null;
  return sender === null ? null : (options.postOffice.recipientAccount(sender)?.email ?? null);
}

/** Whether an access token opens a mailbox. */
export async function isRightToken(
  { verifyToken, postOffice }: SmtpExchangeOptions,
  email: string,
  token: string | undefined,
): Promise<boolean> {
  return Boolean(token && verifyToken && postOffice.account(email) && (await verifyToken(email, token)));
}

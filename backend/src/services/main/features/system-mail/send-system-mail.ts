import { createTransport } from 'nodemailer';
import type { MainDeps } from '../../deps';
import type { SystemMail } from './system-mails';

const SECONDS = 1000;

/**
 * Hands one mail to the product's own mail server.
 * @throws Error of nodemailer when the server does not take it; the job that calls this is then tried again
 */
export async function sendSystemMail(deps: Pick<MainDeps, 'config'>, to: string, mail: SystemMail): Promise<void> {
  const { smtpUrl, from } = deps.config.systemMail;
  const transport = createTransport({
    url: smtpUrl, connectionTimeout: 20 * SECONDS, greetingTimeout: 20 * SECONDS, socketTimeout: 60 * SECONDS,
    // The sandbox's server has a certificate that it made for itself.
    tls: { rejectUnauthorized: !deps.config.isSandbox },
  });
  try {
    await transport.sendMail({ from, to: { name: '', address: to }, subject: mail.subject, text: mail.text, html: mail.html, headers: { 'Auto-Submitted': 'auto-generated' } });
  } finally {
    transport.close();
  }
}

import { createTransport } from 'nodemailer';
import type { MainDeps } from '../../deps';
import type { MailBrand } from '../whitelabel/find-brand';
import { buttonColour, type SystemMail } from './system-mails';

const SECONDS = 1000;

/**
 * Hands one mail to the product's own mail server, in the name and colour of an agency where one is given.
 * @throws Error of nodemailer when the server does not take it; the job that calls this is then tried again
 */
export async function sendSystemMail(
  deps: Pick<MainDeps, 'config'>,
  to: string,
  mail: SystemMail,
  brand: MailBrand | null = null,
): Promise<void> {
  const { smtpUrl, from: ours } = deps.config.systemMail;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 60 * SECONDS,
    // The sandbox's server has a certificate that it made for itself.
    tls: { rejectUnauthorized: !deps.config.isSandbox },
  });
  try {
    // Without a proven sender the agency's name stands before our own address.
    const from = brand ? { name: brand.from.name, address: brand.from.address ?? addressOf(ours) } : ours;
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject: mail.subject,
      text: mail.text,
      html: brand ? mail.html.replaceAll(buttonColour, brand.accent) : mail.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

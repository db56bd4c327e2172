import { brandFontStacks, brandRadiusSizes } from '@skein/contracts/brand-theme';
import { createTransport } from 'nodemailer';
import type { MainDeps } from '#main/deps';
import type { MailBrand } from '../whitelabel/find-brand';
import { buttonColour, mailFont, mailRadii, type SystemMail } from './system-mails';

const SECONDS = 1000;

/** A mail of the product that its server did not take, in words that say what to set. */
class SystemMailError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SystemMailError';
  }
}

/**
 * Hands one mail to the product's own mail server, in the name and colour of an agency where one is given.
 * @throws SystemMailError when the server does not take it; the job that calls this is then tried again
 */
export async function sendSystemMail(
  deps: Pick<MainDeps, 'config'>,
  to: string,
  mail: SystemMail,
  brand: MailBrand | null = null,
): Promise<void> {
  const { smtpUrl, from: ours, needsTls, note } = deps.config.systemMail;
  const transport = createTransport({
    url: smtpUrl,
    // Without it a server, or whoever stands between, that offers no TLS would get password and links in clear text.
    requireTLS: needsTls,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 60 * SECONDS,
    // The sandbox's server has a certificate that it made for itself.
    tls: { rejectUnauthorized: !deps.config.isSandbox },
  });
  // Without a proven sender the agency's name stands before our own address.
  const from = brand ? { name: brand.from.name, address: brand.from.address ?? addressOf(ours) } : ours;
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject: mail.subject,
      text: mail.text,
      html: brand ? inBrand(mail.html, brand) : mail.html,
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      ...(mail.attachments ? { attachments: mail.attachments } : {}),
    });
    await note?.(null);
  } catch (error) {
    const explained = explain(error as SmtpError, typeof from === 'string' ? addressOf(from) : from.address);
    await note?.(explained.message);
    throw explained;
  } finally {
    transport.close();
  }
}

/** The frame of an email with the colour, the font and the corners of a brand. */
function inBrand(html: string, { accent, font, radius }: MailBrand): string {
  const [, middle, large] = brandRadiusSizes[radius];
  return html
    .replaceAll(buttonColour, accent)
    .replaceAll(mailFont, (brandFontStacks[font] ?? mailFont).replaceAll('"', "'"))
    .replaceAll(mailRadii.button, `border-radius:${middle}px`)
    .replaceAll(mailRadii.card, `border-radius:${large}px`);
}

/** What nodemailer says of a failed mail. */
type SmtpError = Error & { code?: string; command?: string; response?: string };

/** The words of the server stand in it; its address, user and password do not. */
function explain(error: SmtpError, sender: string): SystemMailError {
  const words = (error.response ?? error.message).slice(0, 300);
  if (
    error.command === 'MAIL FROM' ||
    /sender|\b5\.1\.[78]\b|not (?:verified|owned|allowed to send)/i.test(error.response ?? '')
  )
    return new SystemMailError(
      `The server of SYSTEM_SMTP_URL refuses the sender ${sender}: set SYSTEM_MAIL_FROM to an address that it may send as. It said: ${words}`,
      { cause: error },
    );
  if (/certificate/i.test(error.message))
    return new SystemMailError(
      `The server of SYSTEM_SMTP_URL shows no certificate that can be trusted (${words}), so nothing was sent: name it by the host name of its certificate.`,
      { cause: error },
    );
  if (error.code === 'ETLS' || error.command === 'STARTTLS')
    return new SystemMailError(
      `The server of SYSTEM_SMTP_URL offers no TLS, so nothing was sent: use smtps://, or one that offers STARTTLS. It said: ${words}`,
      { cause: error },
    );
  if (error.code === 'EAUTH')
    return new SystemMailError(
      `The server of SYSTEM_SMTP_URL refuses the login: check user and password. It said: ${words}`,
      {
        cause: error,
      },
    );
  return new SystemMailError(`The server of SYSTEM_SMTP_URL did not take an email: ${words}`, { cause: error });
}

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

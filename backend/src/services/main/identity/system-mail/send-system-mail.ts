import { mailHtml, mailText, type MailFace } from '@skein/contracts/brand-mail';
import { largestMailLogo } from '@skein/contracts/main/whitelabel.contract';
import { createTransport } from 'nodemailer';
import type { MainDeps } from '#main/deps';
import type { MailBrand } from '../whitelabel/find-brand';
import type { SystemMail } from './system-mails';

const SECONDS = 1000;

/** A mail of the product that its server did not take, in words that say what to set. */
class SystemMailError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SystemMailError';
  }
}

/** The Content-ID of the logo. */
const logoId = 'brand-logo';

/**
 * Hands one mail to the product's own mail server, in the face of an agency where one is given.
 *
 * The logo travels inside the mail: most programs fetch no pictures of others before the reader asks for them, a mail of last year keeps
 * its logo when the agency has another, and nobody learns from a request that it was read.
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
  const logo = brand && (await logoOf(brand));
  const face = brand && faceOf(brand, logo);
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject: mail.subject,
      text: mailText(mail, face),
      html: mailHtml(mail, face),
      ...(brand?.supportAddress ? { replyTo: { name: brand.name, address: brand.supportAddress } } : {}),
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      attachments: [...(logo ? [logoPart(logo)] : []), ...(mail.attachments ?? [])],
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

type Logo = NonNullable<Awaited<ReturnType<MailBrand['readLogo']>>>;

/** The logo where it is small enough to be in every mail. Some programs show no WebP, which an older logo can be. */
async function logoOf({ readLogo }: MailBrand): Promise<Logo | null> {
  const logo = await readLogo(largestMailLogo);
  return logo?.type === 'image/webp' ? null : logo;
}

const faceOf = (brand: MailBrand, logo: Logo | null): MailFace => ({ ...brand, logo: logo && `cid:${logoId}` });

const logoPart = ({ type, bytes }: Logo) => ({
  cid: logoId,
  filename: `logo.${type.slice('image/'.length)}`,
  content: Buffer.from(bytes),
  contentType: type,
  contentDisposition: 'inline' as const,
});

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

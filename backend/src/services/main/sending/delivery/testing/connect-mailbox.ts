import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import type { SendingWorld, TestMailbox } from './sending-world';

/** Connects a mailbox of the mail world as a person does, with this password and these limits. */
export async function connectMailbox(
  { main, me, mail, reading }: Pick<SendingWorld, 'main' | 'me' | 'mail' | 'reading'>,
  email: string,
  settings: TestMailbox = {},
): Promise<number> {
  await mail.createMailbox({ email, password: 'right-password' });
  const { mailbox, report } = await main.asClient(mailboxesContract, me).create({
    body: {
      from_name: 'Rosa Kessler',
      from_email: email,
      username: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: mail.imap.port,
      imap_port_type: 'NONE',
      // The caps of these tests hold from the first day.
      starts_gently: false,
      ...settings,
    },
  });
  if (!report.smtp.ok || !report.imap.ok) throw new Error(JSON.stringify(report));
  await reading.readInboxes([mailbox.id], 0);
  return mailbox.id;
}

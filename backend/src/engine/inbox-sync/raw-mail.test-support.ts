/** Builds raw mails for tests. */
export function rawMail(headers: Record<string, string>, body: string): string {
  const all = {
    From: 'Ada Lovelace <ada@acme.test>',
    To: 'grace@sender.test',
    Date: 'Tue, 10 Mar 2026 09:00:00 +0000',
    'Message-ID': '<answer@acme.test>',
    Subject: 'Re: Question',
    ...headers,
  };
  return `${Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}`;
}

/** A report of RFC 3464 with its three parts. */
export function rawReport(change: {
  fields: string;
  text?: string;
  from?: string;
  subject?: string;
  returned?: string;
  returnedType?: string;
  perMessage?: string;
}): string {
  const returned =
    change.returned ??
    'Message-ID: <intent1@sender.test>\nSubject: Question\nFrom: grace@sender.test\nTo: ada@acme.test\n';
  return rawMail(
    {
      From: change.from ?? 'Mail Delivery System <MAILER-DAEMON@mx.test>',
      Subject: change.subject ?? 'Undelivered Mail Returned to Sender',
      'Auto-Submitted': 'auto-replied',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"',
    },
    `--b\nContent-Type: text/plain; charset=us-ascii\n\n${change.text ?? 'This is the mail system at host mx.test.\n'}\n--b\nContent-Type: message/delivery-status\n\n${change.perMessage ?? 'Reporting-MTA: dns; mx.test\nOriginal-Envelope-Id: env-token-1\n'}\n${change.fields}\n\n--b\nContent-Type: ${change.returnedType ?? 'text/rfc822-headers'}\n\n${returned}\n--b--\n`,
  );
}

/** A mail as mbox has it (RFC 4155, in the form mboxrd): a line of its own before it, and lines that look like one quoted. */
export async function* mboxEntry(
  from: string,
  at: Date,
  content: AsyncIterable<Buffer | string>,
): AsyncGenerator<Buffer> {
  const sender = /^[^\s@]+@[^\s@]+$/.test(from) ? from : 'MAILER-DAEMON';
  yield Buffer.from(`From ${sender} ${dateOf(at)}\n`);
  let rest = '';
  // Latin-1 keeps each byte as it is.
  for await (const chunk of content) {
    const lines = (rest + Buffer.from(chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) yield Buffer.from(`${lines.map(quoted).join('\n')}\n`, 'latin1');
  }
  yield Buffer.from(rest === '' ? '\n' : `${quoted(rest)}\n\n`, 'latin1');
}

const quoted = (line: string): string => (/^>*From /.test(line) ? `>${line}` : line).replace(/\r$/, '');

/** The form of C's asctime, in UTC. */
function dateOf(at: Date): string {
  const [day = '', date = '', month = '', year = '', time = ''] = at.toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`;
}

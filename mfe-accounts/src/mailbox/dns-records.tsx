import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { CardBody } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';

/** Records that would put the sending domain right, to be pasted where it is managed; nothing while all is well. */
export function DnsRecords({ mailbox }: { mailbox: MailboxView }) {
  const records = [mailbox.dns?.spf.paste, mailbox.dns?.dmarc.paste].filter((paste) => paste != null);
  if (records.length === 0) return null;
  return (
    <CardBody>
      <Stack $gap={2}>
        <Hint>
          Publish this where {mailbox.dns?.domain} is managed. It is checked every day, and you are notified if it
          fails.
        </Hint>
        {records.map(({ type, name, value }) => (
          <CodeBlock key={name} label={`Record of ${name}`} wrap code={[{ text: `${name} ${type} "${value}"` }]} />
        ))}
      </Stack>
    </CardBody>
  );
}

import { styled } from 'styled-components';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import { CodeBlock } from '@skein/ui/code-block';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Status } from '@skein/ui/status';
import { Text } from '@skein/ui/text';

const Lines = styled.dl`
  display: grid;
  gap: var(--s-2);
  margin: 0;
  & > div {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr);
    gap: var(--s-2);
  }
  dt {
    color: var(--muted);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

type Result = ConnectionReport['smtp'];

function Server({ name, what, result }: { name: string; what: string; result: Result }) {
  return (
    <Stack as="section" $gap={2} aria-label={name}>
      <Status glyph={result.ok ? 'done' : 'bad'} tone={result.ok ? 'success' : 'danger'}>
        {name}:{' '}
        {result.ok
          ? `login accepted, ${what}`
          : result.code === 'CREDENTIALS'
            ? 'login refused'
            : /encrypt/.test(result.cause ?? '')
              ? 'the security does not fit'
              : /^The login works/.test(result.cause ?? '')
                ? `login accepted, ${name === 'SMTP' ? 'sender refused' : 'INBOX cannot be read'}`
                : 'not reached'}
      </Status>
      {result.ok && result.cause && (
        <Text $tone="muted" $size={2}>
          {result.cause}
        </Text>
      )}
      {!result.ok && (
        <>
          {result.server_reply && (
            <CodeBlock label={`${name} reply`} wrap code={[{ text: result.server_reply, tone: 'danger' }]} />
          )}
          <Lines>
            {result.cause && (
              <div>
                <dt>Cause</dt>
                <dd>{result.cause}</dd>
              </div>
            )}
            {result.fix && (
              <div>
                <dt>Fix</dt>
                <dd>
                  {result.fix}{' '}
                  {result.link && (
                    <Link href={result.link.url} target="_blank" rel="noreferrer">
                      {result.link.label}
                    </Link>
                  )}
                </dd>
              </div>
            )}
          </Lines>
        </>
      )}
    </Stack>
  );
}

/** What both servers answered to a login, each in its own words, with cause and fix. */
export function ConnectionReportView({ report, from }: { report: ConnectionReport; from?: string }) {
  return (
    <Stack $gap={4}>
      {from && (
        <Text $tone="muted" $size={2}>
          {from}
        </Text>
      )}
      <Server name="SMTP" what="it can send" result={report.smtp} />
      <Server name="IMAP" what="it can be read" result={report.imap} />
    </Stack>
  );
}

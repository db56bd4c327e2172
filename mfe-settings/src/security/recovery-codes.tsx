import { productName } from '@skein/mfe/brand';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CopyButton } from '@skein/ui/code-block';
import { Row, Stack } from '@skein/ui/layout';
import { styled } from 'styled-components';

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: var(--s-2) var(--s-6);
  margin: 0;
  padding: var(--s-4);
  list-style: none;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-2);
  font-family: var(--mono);
  color: var(--text);
`;

/** Gives the person a text file with these lines. */
function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(
    new Blob([`${productName()} recovery codes, each works once\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}

/** Ten codes that are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack $gap={4}>
      <Callout tone="warning" title="Keep these codes now.">
        They are not shown again. Each logs you in once when you don’t have your phone.
      </Callout>
      <Codes aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <CopyButton label="Copy the codes" text={codes.join('\n')} />
        <Button size="small" icon="download" onClick={() => download(codes)}>
          Download as text
        </Button>
      </Row>
    </Stack>
  );
}

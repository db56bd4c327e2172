import type { WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { CopyButton } from '@skein/ui/code-block';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Status } from '@skein/ui/status';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';

const Records = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-1) var(--s-3);
  padding: var(--s-3);
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-2);
  & > dt {
    color: var(--muted);
    font-size: var(--fs-2);
  }
  & > dd {
    font-family: var(--mono);
    font-size: var(--fs-2);
    overflow-wrap: anywhere;
  }
`;

/** The records that prove a name, and how far the proof is. */
export function ProofPanel({
  title,
  proof,
  target,
}: {
  title: string;
  proof: NonNullable<WhitelabelView['domain_proof']>;
  target?: string;
}) {
  const { timeZone } = useUi();
  const state = proof.verified_at ? (
    <Status tone="success" glyph="done">
      Proven
    </Status>
  ) : proof.problem ? (
    <Status tone="warning" glyph="warn">
      Not proven
    </Status>
  ) : (
    <Status tone="off" glyph="wait">
      Not looked up yet
    </Status>
  );
  return (
    <Stack $gap={2} role="group" aria-label={title}>
      <span title={proof.verified_at ? fullInstant(proof.verified_at, timeZone) : undefined}>{state}</span>
      {proof.problem && !proof.verified_at && <Hint role="status">{proof.problem}</Hint>}
      <Records>
        <dt>TXT</dt>
        <dd>{proof.record_name}</dd>
        <dd>
          <CopyButton text={proof.record_name} label="Copy the name" />
        </dd>
        <dt>Value</dt>
        <dd>{proof.record_value}</dd>
        <dd>
          <CopyButton text={proof.record_value} label="Copy the value" />
        </dd>
        {target && (
          <>
            <dt>CNAME</dt>
            <dd>{target}</dd>
            <dd>
              <CopyButton text={target} label="Copy the target" />
            </dd>
          </>
        )}
      </Records>
    </Stack>
  );
}

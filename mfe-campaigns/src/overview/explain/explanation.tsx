import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { Badge } from '@skein/ui/badge';
import { IconButton } from '@skein/ui/icon-button';
import { Glyph } from '@skein/ui/icon';
import { Row, Stack } from '@skein/ui/layout';
import { Heading, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { distance, fullInstant } from '../../when';
import { describeFacts, type FactSurroundings } from './check-facts';

const Checks = styled.ol`
  display: grid;
  & > li {
    display: flex;
    gap: 10px;
    padding: 5px 10px;
    border-radius: var(--r-2);
    & > svg { flex: none; margin-top: 4px; }
    & > div { flex: 1; min-width: 0; }
    & p { font-size: var(--fs-2); line-height: var(--lh-2); color: var(--muted); overflow-wrap: anywhere; }
    &[data-binding] { background: var(--warning-soft); box-shadow: inset 0 0 0 1px var(--warning-line); & p { color: var(--text-2); } }
  }
`;

const CheckName = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--s-2);
  font-weight: var(--w-medium);
`;

const looks = { met: { glyph: 'done', colour: 'success', word: 'Met' }, binding: { glyph: 'warn', colour: 'warning', word: 'Not met' }, open: { glyph: 'new', colour: 'muted', word: 'Not reached' } } as const;

/** One explanation in the order of the design: the answer, the rules with the one that decides, what can be done, and that it is the engine's own decision. */
export function Explanation({ data, surroundings, now, lead, fixes }: { data: ExplanationView; surroundings: FactSurroundings; now: Date; lead?: ReactNode; fixes: ReactNode }) {
  const next = data.next_eligible_at;
  const sends = data.binding === null;
  return (
    <Stack $gap={4}>
      {lead}
      <div>
        <Heading as="p">{data.answer}</Heading>
        {next && <Text $tone="secondary">{sends ? 'Leaves' : 'Goes on'} <Text $weight="medium" $tone="text">{fullInstant(next, surroundings.timeZone)}</Text>{distance(next, now) && `, ${distance(next, now)}`}.</Text>}
        {!next && !sends && <Text $tone="secondary">It does not go on by itself.</Text>}
      </div>
      <Checks aria-label="Rules checked, in order">
        {data.checks.map((check) => {
          const look = looks[check.is_binding ? 'binding' : check.is_met ? 'met' : 'open'];
          const facts = describeFacts(check, surroundings);
          return (
            <li key={check.code} data-binding={check.is_binding ? '' : undefined}>
              <Glyph name={look.glyph} title={look.word} style={{ color: `var(--${look.colour})` }} />
              <div>
                <CheckName><span>{check.label}</span>{check.is_binding && <Badge tone="outline">Decides</Badge>}</CheckName>
                {facts && <p>{facts}</p>}
              </div>
            </li>
          );
        })}
      </Checks>
      {fixes}
      <Row $justify="between">
        <Text $tone="muted" $size={2}>Same decision as the engine, for {fullInstant(data.decided_at, surroundings.timeZone)}</Text>
        <IconButton icon="copy" label="Copy as JSON" onClick={() => void navigator.clipboard.writeText(JSON.stringify(data, null, 2)).then(() => toasts.show({ title: 'Copied' }), () => toasts.show({ tone: 'danger', title: 'The browser does not allow copying' }))} />
      </Row>
    </Stack>
  );
}

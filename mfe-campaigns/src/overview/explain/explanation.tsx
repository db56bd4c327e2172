import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { Badge } from '@skein/ui/badge';
import { IconButton } from '@skein/ui/icon-button';
import { Glyph } from '@skein/ui/icon';
import { Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Heading, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { fullInstant, timeOfDay, zoneName } from '@skein/ui/instant';
import { nextTime } from '../../next-time';
import { describeFacts, type FactSurroundings } from './check-facts';

const Checks = styled.ol`
  display: grid;
  & > li {
    display: flex;
    gap: 10px;
    padding: 5px 10px;
    border-radius: var(--r-2);
    & > svg {
      flex: none;
      margin-top: 4px;
    }
    & > div {
      flex: 1;
      min-width: 0;
    }
    & p {
      font-size: var(--fs-2);
      line-height: var(--lh-2);
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    &[data-binding] {
      background: var(--warning-soft);
      box-shadow: inset 0 0 0 1px var(--warning-line);
      & p {
        color: var(--text-2);
      }
    }
  }
`;

const CheckName = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--s-2);
  font-weight: var(--w-medium);
`;

const looks = {
  met: { glyph: 'done', colour: 'success', word: 'Met' },
  failed: { glyph: 'warn', colour: 'warning', word: 'Not met' },
  open: { glyph: 'new', colour: 'muted', word: 'Not reached' },
} as const;

/** Rules that say something about a usual day; the others are shown when they decide, or when all are asked for. */
const usual = new Set([
  'LEAD_ENDED',
  'LEAD_ON_HOLD',
  'CAMPAIGN_NOT_ACTIVE',
  'BOUNCE_GUARD',
  'STEP_NOT_DUE',
  'MISSING_MERGE_DATA',
  'WINDOW_CLOSED',
  'COMPANY_DAILY_LIMIT',
  'NEW_LEADS_PER_DAY',
  'MAILBOX_FAILING',
  'MAILBOX_DAILY_CAP',
  'MAILBOX_GAP',
  'NO_MAILBOX',
]);

/** After these nothing is sent to the lead any more, and nobody resumes anything; no other rule matters. */
const isFinal = (code: string): boolean =>
  code === 'LEAD_ENDED' || code === 'NO_STEP_LEFT' || code === 'LEAD_SUPPRESSED';

/** The rules in the order in which they were checked, with the one that decides. */
function Rules({ checks, surroundings }: { checks: ExplanationView['checks']; surroundings: FactSurroundings }) {
  const [all, setAll] = useState(false);
  const isOver = checks.some((check) => check.is_binding && isFinal(check.code));
  const isShown = ({ is_met: isMet, code }: (typeof checks)[number]) => isMet === false || (!isOver && usual.has(code));
  const shown = all ? checks : checks.filter(isShown);
  return (
    <div>
      <Checks aria-label="Rules checked, in order">
        {shown.map((check) => {
          const look = looks[check.is_met === null ? 'open' : check.is_met ? 'met' : 'failed'];
          const facts = describeFacts(check, surroundings);
          return (
            <li key={check.code} data-binding={check.is_binding ? '' : undefined}>
              <Glyph name={look.glyph} title={look.word} style={{ color: `var(--${look.colour})` }} />
              <div>
                <CheckName>
                  <span>{check.label}</span>
                  {check.is_binding && <Badge tone="outline">Decides</Badge>}
                </CheckName>
                {facts && <p>{facts}</p>}
              </div>
            </li>
          );
        })}
      </Checks>
      {shown.length < checks.length && (
        <LinkButton style={{ marginLeft: 'var(--s-8)', fontSize: 'var(--fs-2)' }} onClick={() => setAll(true)}>
          Show all {checks.length} rules
        </LinkButton>
      )}
    </div>
  );
}

/** "Step 3 leaves", where a lead's step is known. */
function stepOf(data: ExplanationView): string | null {
  const step = data.checks.find((check) => check.code === 'STEP_NOT_DUE')?.facts['step'];
  return data.subject === 'LEAD' && typeof step === 'number' ? `Step ${step}` : null;
}

/** One explanation in the order of the design: whom it is about, the answer, and the rules with the one that decides. */
export function Explanation({
  data,
  surroundings,
  now,
  lead,
}: {
  data: ExplanationView;
  surroundings: Omit<FactSurroundings, 'now'> & { sendingZone: string };
  now: Date;
  lead?: ReactNode;
}) {
  const next = data.next_eligible_at;
  const { timeZone, sendingZone } = surroundings;
  const coming = nextTime(next, now, timeZone, sendingZone);
  const sends = data.binding === null;
  const step = stepOf(data);
  return (
    <Stack $gap={4}>
      {lead}
      <div>
        <Heading as="p">{data.answer}</Heading>
        {next && coming && (
          <Text $tone="secondary">
            {step ? `${step} ${sends ? 'is sent' : 'can be sent'}` : sends ? 'Sends again' : 'Resumes'}{' '}
            <Text $weight="medium" $tone="text">
              <span title={fullInstant(next, surroundings.timeZone)}>{coming.at}</span>
            </Text>
            {coming.away && `, ${coming.away}`}.
          </Text>
        )}
        {!next && data.binding && !isFinal(data.binding.code) && <Text $tone="secondary">Needs you to resume.</Text>}
      </div>
      <Rules checks={data.checks} surroundings={{ ...surroundings, now }} />
    </Stack>
  );
}

/** That it is the engine's own decision, and how to take it along. */
export function DecisionLine({ data, timeZone }: { data: ExplanationView; timeZone: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(JSON.stringify(data, null, 2)).then(
      () => toasts.show({ title: 'Copied' }),
      () => toasts.show({ tone: 'danger', title: 'The browser does not allow copying' }),
    );
  return (
    <Row $justify="between">
      <Text $tone="muted" $size={2} title={fullInstant(data.decided_at, timeZone)}>
        Same decision as the engine at {timeOfDay(data.decided_at, timeZone)}{' '}
        {zoneName(new Date(data.decided_at), timeZone)}
      </Text>
      <IconButton icon="copy" label="Copy as JSON" onClick={copy} />
    </Row>
  );
}

import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { Glyph } from '@skein/ui/icon';
import { Row } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { SubLine, Text, wrapTight } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { withZone, inWords, nextTime } from '../next-time';

const First = styled(Text)`
  ${wrapTight}
`;

/** Reasons that a person must act on. */
const alarms = new Set(['BOUNCE_GUARD', 'PLAN_EXPIRED', 'CREDITS', 'CREDITS_EXHAUSTED']);

/** Reasons followed directly by their time, as in "Window opens tomorrow 09:00"; all others say when sending resumes. */
const comesAt = new Set(['WINDOW_CLOSED', 'CAMPAIGN_NOT_STARTED']);

/**
 * The two lines of the cell: the next send with its distance, or the reason for none with when it goes on.
 * @param sendingZone the zone of the schedule: where its clock differs from the reader's, the time names whose it is
 */
export function nextLines(
  next: CampaignRow['next'],
  now: Date,
  timeZone: string,
  sendingZone = timeZone,
): { first: string; second: string } {
  const second = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
  if (next.kind === 'NEXT_SEND' || next.kind === 'WAITING') {
    const coming = nextTime(next.at, now, timeZone, sendingZone);
    if (coming) {
      const name = next.text === 'Next email' ? 'Next' : next.text;
      if (next.code === 'IMPORT_ON_HOLD') return { first: `${name} until ${coming.at}`, second: second(next.detail) };
      if (next.kind === 'WAITING' && !comesAt.has(next.code ?? ''))
        return { first: name, second: second(`resumes ${inWords(coming)}`, next.detail) };
      return { first: `${name} ${coming.at}`, second: second(coming.away, next.detail) };
    }
    // Its moment has come: it is being sent, or the reason holds until the next look.
    return {
      first: next.kind === 'NEXT_SEND' && next.at !== null ? 'Due now' : next.text,
      second: second(next.detail),
    };
  }
  const since = next.at && withZone(next.at, shortInstant(next.at, now, timeZone), timeZone, sendingZone);
  return { first: next.text, second: second(since, next.detail) };
}

/** "Next send or reason" with its Why?. */
export function NextCell({ row, now, onWhy }: { row: CampaignRow; now: Date; onWhy: (row: CampaignRow) => void }) {
  const { timeZone } = useUi();
  const { next } = row;
  const { first, second } = nextLines(next, now, timeZone, row.time_zone);
  const alarm = next.code !== null && alarms.has(next.code);
  const quiet =
    next.kind === 'PAUSED' || next.kind === 'STOPPED' || next.kind === 'COMPLETED' || next.kind === 'ARCHIVED';
  return (
    <>
      <Row $gap={1}>
        {alarm && <Glyph name="warn" style={{ color: 'var(--danger)', flex: 'none' }} />}
        <First
          $truncate
          $tone={quiet && !alarm ? 'secondary' : 'text'}
          $weight={alarm ? 'medium' : 'regular'}
          {...(next.at ? { title: `${first}, ${fullInstant(next.at, timeZone)}` } : { title: first })}
        >
          {first}
        </First>
      </Row>
      <SubLine style={{ display: 'flex', gap: 4 }}>
        {second && (
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={second}>
            {second}
          </span>
        )}
        {next.can_explain && (
          <LinkButton aria-label={`Why? ${row.name}`} onClick={() => onWhy(row)}>
            Why?
          </LinkButton>
        )}
      </SubLine>
    </>
  );
}

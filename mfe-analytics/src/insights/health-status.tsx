import type { Health, HealthState } from '@skein/contracts/analytics/insights.contract';
import type { GlyphName } from '@skein/ui/icon';
import { Status, type StatusTone } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';

/** What is said of health wherever it is shown. */
export const healthDefinition =
  '100, less up to 45 points each for bounces (limit 5% of sent), refusals (2%), spam (15% of warmup and test emails) and fewer positive replies (half), 60 for mailboxes that cannot sign in, and 25 for positive replies that wait over 4 h. Watch from six tenths of a limit, at risk from the limit on.';

export const healthLooks: Record<HealthState, { tone: StatusTone; glyph: GlyphName; label: string }> = {
  FAILING: { tone: 'danger', glyph: 'bad', label: 'Failing' },
  AT_RISK: { tone: 'danger', glyph: 'warn', label: 'At risk' },
  WATCH: { tone: 'warning', glyph: 'warn', label: 'Watch' },
  GOOD: { tone: 'success', glyph: 'done', label: 'Good' },
};

/** State, score, and what weighs most. */
export function HealthStatus({ health }: { health: Health | null }) {
  if (!health) return <SubLine>Too few to tell</SubLine>;
  const { tone, glyph, label } = healthLooks[health.state];
  return (
    <>
      <Status tone={tone} glyph={glyph}>
        {label}
      </Status>
      <SubLine>{[`${health.score} of 100`, health.reason].filter(Boolean).join(', ')}</SubLine>
    </>
  );
}

import type { z } from 'zod';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { variantTestView } from '@skein/contracts/main/sequence-views';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { LoadProblem } from '@skein/ui/load-problem';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { Menu } from '@skein/ui/menu';
import { Progress } from '@skein/ui/progress';
import { Heading, SubLine, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { fullInstant } from '@skein/ui/instant';
import { number } from '../analytics/figure-texts';
import { useChooseWinner, useVariantTests } from './variant-tests.hooks';

type Test = z.output<typeof variantTestView>;
const metrics: Record<Test['metric'], string> = {
  OPEN_RATE: 'opened',
  CLICK_RATE: 'clicked',
  REPLY_RATE: 'replied',
  POSITIVE_REPLY_RATE: 'replied positively',
};

/** How the variants of each step compare, who won on what, and the manual choice. */
export function VariantTests({ campaign }: { campaign: CampaignView }) {
  const { data, problem } = useVariantTests(campaign.id);
  if (problem)
    return (
      <Card title="Variants">
        <LoadProblem title="The variants could not be compared." {...problem} />
      </Card>
    );
  if (!data || data.tests.length === 0) return null;
  return (
    <Card title="Variants" detail="Counts only emails old enough to have a reply">
      <Stack $gap={6}>
        {data.tests.map((test) => (
          <VariantTest key={test.step_id} campaign={campaign} test={test} />
        ))}
      </Stack>
    </Card>
  );
}

function VariantTest({ campaign, test }: { campaign: CampaignView; test: Test }) {
  const access = useAccess();
  const winner = useChooseWinner(campaign.id, test.step_id);
  const choose = async (variantId: number | null, label: string) => {
    if (await winner.choose(variantId))
      toasts.show({
        title:
          variantId === null
            ? `Step ${test.seq_number} uses its shares again`
            : `New leads get variant ${label} of step ${test.seq_number}`,
      });
  };
  return (
    <section aria-label={`Variants of step ${test.seq_number}`}>
      <Row $justify="between" $wrap>
        <Heading as="h3" $size={3}>
          Step {test.seq_number}{' '}
          {test.winner ? (
            <Badge tone="success">{test.winner.variant_label} won</Badge>
          ) : test.state === 'RUNNING' ? (
            <Badge tone="info">Test running</Badge>
          ) : null}
        </Heading>
        {access.may('campaign.write') && (
          <Menu
            align="end"
            trigger={
              <Button size="small" iconEnd="chevron-down" loading={winner.isChoosing}>
                Choose a winner
              </Button>
            }
            entries={[
              ...test.variants.map((variant) => ({
                label: `Variant ${variant.variant_label}`,
                detail: variant.rate === null ? 'Nothing observed yet' : `${variant.rate}% ${metrics[test.metric]}`,
                disabled: test.winner?.variant_id === variant.variant_id,
                onSelect: () => void choose(variant.variant_id, variant.variant_label),
              })),
              ...(test.winner
                ? [{ label: 'No winner: use the set split', onSelect: () => void choose(null, '') }]
                : []),
            ]}
          />
        )}
      </Row>
      <Text as="p" $tone="secondary">
        {sentence(test, campaign.schedule.timezone)}
      </Text>
      <Stack $gap={2} style={{ marginTop: 'var(--s-3)' }}>
        {test.variants.map((variant) => (
          <Progress
            key={variant.variant_id}
            value={variant.rate ?? 0}
            max={scaleOf(test)}
            label={`Variant ${variant.variant_label}: ${metrics[test.metric]}`}
            start={`${variant.variant_label}: ${variant.rate === null ? 'nothing observed yet' : `${variant.rate}% ${metrics[test.metric]}`}`}
            end={`${number(variant.successes)} of ${number(variant.observed)}`}
          />
        ))}
      </Stack>
      {test.rule && <SubLine style={{ whiteSpace: 'normal', marginTop: 'var(--s-2)' }}>{test.rule}</SubLine>}
    </section>
  );
}

/** What a full bar stands for, in percent: a round number, so that a small rate never looks like all. */
function scaleOf(test: Test): number {
  const best = Math.max(...test.variants.map((variant) => variant.rate ?? 0));
  return [10, 25, 50].find((full) => best <= full) ?? 100;
}

/** How the test stands, in a sentence. */
function sentence(test: Test, timeZone: string): string {
  if (test.winner)
    return `${test.winner.by === 'TEST' ? 'Found by the test' : 'Chosen manually'}${test.winner.at ? ` on ${fullInstant(test.winner.at, timeZone)}` : ''}. New leads get ${test.winner.variant_label}; others keep their variant.`;
  if (test.state === 'OFF') return 'Split is fixed; no automatic winner.';
  if (test.missing === 'SAMPLE')
    return `${number(test.sample_sent)} of ${number(test.sample_needed)} leads of the sample were sent this step.`;
  if (test.missing === 'OBSERVED') return 'The sample was sent; too few emails are old enough to judge.';
  const best = test.variants.reduce((one, other) => (other.evidence > one.evidence ? other : one));
  return `No clear difference yet: variant ${best.variant_label} has evidence ${best.evidence < 10 ? best.evidence.toFixed(1) : Math.round(best.evidence)} of the ${test.evidence_needed} needed to name a winner.`;
}

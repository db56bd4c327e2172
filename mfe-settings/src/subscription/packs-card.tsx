import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import { sends } from '@skein/contracts/plan-limits';
import { offerOf, packs, takesPacks, type Choice, type PackKind } from '@skein/contracts/subscription/offers';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { price } from './money';

const titles: Record<PackKind, string> = { senders: 'More sender accounts', sequences: 'More sequences' };

/** Packs on top of a plan that has limits. */
export function PacksCard({ billing, onChoose }: { billing: BillingView; onChoose: (choice: Choice) => void }) {
  const { choice } = billing;
  if (!choice) return null;
  const offer = offerOf(choice.offer);
  const kinds = (['senders', 'sequences'] as const).filter((kind) => takesPacks(offer, kind));
  return (
    <Card title="Packs" detail="added at once, for the rest of the period">
      <Row $gap={6} $wrap>
        {kinds.map((kind) => (
          <Field key={kind} label={titles[kind]} hint={`On top of ${offer[kind]}.`}>
            <Select
              value={String(choice[kind])}
              onValueChange={(count) => onChoose({ ...choice, [kind]: Number(count) })}
              options={[
                { value: '0', label: 'None' },
                ...packs[kind].map(({ count, cents }) => ({
                  value: String(count),
                  label: `${count} for ${price(cents)} a month`,
                })),
              ]}
            />
          </Field>
        ))}
        {kinds.length === 0 && (
          <Text $tone="muted">
            {sends(offer.id)
              ? `${offer.name} includes everything that packs can add.`
              : `Nothing can be added to ${offer.name}.`}
          </Text>
        )}
        <Text>
          <Link href="/app/leads/verification">Buy verification credits</Link>
        </Text>
      </Row>
    </Card>
  );
}

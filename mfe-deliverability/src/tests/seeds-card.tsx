import { styled } from 'styled-components';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { EmptyState } from '@skein/ui/empty-state';
import { Link } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { base, useMayTest } from '../placement.hooks';
import { LeadSeeds } from './lead-seeds';
import { NoSeeds } from './no-seeds';
import { SeedScroll } from './seed-scroll';
import type { TestForm } from './test-form.hooks';
import { seedKey } from './test-values';

type Seed = NonNullable<TestForm['choices']>['seeds'][number];

/** Which seeds get the email: providers in regions. */
export function SeedsCard({ form }: { form: TestForm }) {
  const mayTest = useMayTest();
  const seeds = form.choices?.seeds ?? [];
  const all = seeds.reduce((sum, { count }) => sum + count, 0);
  if (seeds.length === 0)
    return (
      <Card title="Seeds">
        <EmptyState title="No seeds yet">
          <NoSeeds />
        </EmptyState>
      </Card>
    );
  const own = seeds.reduce((sum, seed) => sum + seed.own, 0);
  return (
    <Card
      title="Seeds"
      detail={`${form.seedCount} of ${all} chosen${own === 0 ? '' : `, ${own} ${own === 1 ? 'is' : 'are'} yours`}`}
      padded={false}
      actions={mayTest && <Link href={`/app${base}/seeds`}>{own === 0 ? 'Connect your own' : 'Your seeds'}</Link>}
    >
      <Choice>
        <RadioGroup
          aria-label="How seeds are chosen"
          direction="row"
          value={form.values.likeLeads ? 'leads' : 'chosen'}
          onValueChange={(value) => form.set({ likeLeads: value === 'leads' })}
          options={[
            { value: 'chosen', label: 'Choose providers and regions' },
            { value: 'leads', label: 'Like my leads' },
          ]}
        />
      </Choice>
      {form.values.likeLeads ? <LeadSeeds form={form} /> : <SeedTable form={form} seeds={seeds} />}
    </Card>
  );
}

/** Every provider in every region, each with its seeds. */
function SeedTable({ form, seeds }: { form: TestForm; seeds: readonly Seed[] }) {
  const providers = [...new Set(seeds.map(({ provider }) => provider))];
  const regions = [...new Set(seeds.map(({ region }) => region))].sort();
  const turn = (which: readonly Seed[], isOn: boolean) => {
    const next = new Set(form.left);
    for (const seed of which)
      if (isOn) next.delete(seedKey(seed));
      else next.add(seedKey(seed));
    form.setLeft(next);
  };
  const stateOf = (which: readonly Seed[]): boolean | 'mixed' => {
    const on = which.filter((seed) => !form.left.has(seedKey(seed))).length;
    return on === which.length ? true : on === 0 ? false : 'mixed';
  };
  return (
    <SeedScroll tabIndex={0} role="region" aria-label="Seeds by provider and region">
      <table>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            {regions.map((region) => {
              const own = seeds.filter((seed) => seed.region === region);
              return (
                <th scope="col" key={region}>
                  <Checkbox label={region} checked={stateOf(own)} onCheckedChange={(isOn) => turn(own, isOn)} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => {
            const row = seeds.filter((seed) => seed.provider === provider);
            return (
              <tr key={provider}>
                <th scope="row">
                  <Checkbox label={provider} checked={stateOf(row)} onCheckedChange={(isOn) => turn(row, isOn)} />
                </th>
                {regions.map((region) => {
                  const seed = row.find((each) => each.region === region);
                  return (
                    <td key={region}>
                      {seed ? (
                        <Checkbox
                          aria-label={`${provider}, ${region}`}
                          label={seed.count}
                          checked={!form.left.has(seedKey(seed))}
                          onCheckedChange={(isOn) => turn([seed], isOn)}
                        />
                      ) : (
                        '–'
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </SeedScroll>
  );
}

const Choice = styled.div`
  padding: var(--s-3) var(--s-4);
`;

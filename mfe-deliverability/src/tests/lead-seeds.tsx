import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine } from '@skein/ui/text';
import { LoadProblem } from '@skein/ui/load-problem';
import { styled } from 'styled-components';
import { SeedScroll } from './seed-scroll';
import type { TestForm } from './test-form.hooks';

const names = { GMAIL: 'Google', OUTLOOK: 'Microsoft', OTHER: 'Other providers' } as const;

/** Seeds in the shares that providers have among the leads. */
export function LeadSeeds({ form }: { form: TestForm }) {
  const { shares, problem } = form.like;
  const { campaign } = form.email;
  const whose = form.origin === 'campaign' && !form.isOwn && campaign ? `leads of ${campaign.label}` : 'leads';
  if (problem)
    return (
      <Words>
        <LoadProblem title="Could not count the leads" {...problem} />
      </Words>
    );
  if (!shares)
    return (
      <Words>
        <Loading label="Counting leads">
          <SkeletonRows rows={3} />
        </Loading>
      </Words>
    );
  if (shares.leads === 0) return <Words>No leads yet. Import leads, or choose providers and regions.</Words>;
  const withoutSeeds = shares.rows.filter(({ leads, seeds }) => leads > 0 && seeds === 0);
  return (
    <>
      <SeedScroll tabIndex={0} role="region" aria-label="Seeds like your leads">
        <table>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Leads</th>
              <th scope="col">Share</th>
              <th scope="col">Seeds</th>
            </tr>
          </thead>
          <tbody>
            {shares.rows.map(({ provider, leads, seeds, chosen }) => (
              <tr key={provider}>
                <th scope="row">{names[provider]}</th>
                <td>{leads.toLocaleString('en-US')}</td>
                <td>{Math.round((100 * leads) / shares.leads)}%</td>
                <td>
                  {chosen} of {seeds}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SeedScroll>
      <Words>
        <SubLine style={{ whiteSpace: 'normal' }}>
          {`As many seeds of each provider as its share of your ${shares.leads.toLocaleString('en-US')} ${whose}.`}
          {withoutSeeds.length > 0 &&
            ` There is no seed for ${withoutSeeds.map(({ provider }) => names[provider]).join(' and ')}.`}
        </SubLine>
      </Words>
    </>
  );
}

const Words = styled.div`
  padding: var(--s-3) var(--s-4);
`;

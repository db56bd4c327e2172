import { styled } from 'styled-components';
import { useUi } from '@skein/ui/ui-provider';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Glyph } from '@skein/ui/icon';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Hint } from '@skein/ui/field';
import { Heading } from '@skein/ui/text';
import { fullInstant } from '../when';
import { useExplainIdleCampaignQuery } from './api';

const Checks = styled.ul`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 2px var(--s-2);
    align-items: center;
    padding: var(--s-2) var(--s-3);
    & + li { border-top: 1px solid var(--border); }
    &[data-binding] { background: var(--warning-soft); }
    & > b { font-weight: var(--w-medium); }
    & > p { grid-column: 2; font-size: var(--fs-2); line-height: var(--lh-2); color: var(--muted); overflow-wrap: anywhere; }
    &[data-binding] > p { color: var(--text-2); }
  }
`;

/** Why a campaign sends nothing now: the answer, then every rule as the planner met it, then what mends it. */
export function WhyDrawer({ campaign, onClose }: { campaign: { id: number; name: string } | null; onClose: () => void }) {
  const { timeZone } = useUi();
  const { data, error, isFetching, refetch } = useExplainIdleCampaignQuery({ params: { campaignId: campaign?.id ?? 0 } }, { skip: campaign === null });
  return (
    <Drawer open={campaign !== null} onOpenChange={(open) => { if (!open) onClose(); }} title={campaign ? `Why ${campaign.name} waits` : 'Why?'}>
      {error && <Callout tone="danger" role="alert" title="The reason could not be read." actions={<Button size="small" onClick={() => void refetch()}>Try again</Button>}>{error.message}</Callout>}
      {!data && isFetching && <Loading label="Reading the reason" />}
      {data && !error && (
        <Stack $gap={4}>
          <Stack $gap={1}>
            <Heading>{data.answer}</Heading>
            {data.next_eligible_at && <Hint>Goes on {fullInstant(data.next_eligible_at, timeZone)}</Hint>}
          </Stack>
          {data.checks.length > 0 && (
            <Checks aria-label="Rules, in the order in which they are met">
              {data.checks.map((check) => (
                <li key={`${check.code}-${check.scope}`} data-binding={check.is_binding ? '' : undefined}>
                  <Glyph name={check.is_met === null ? 'new' : check.is_met ? 'done' : check.is_binding ? 'warn' : 'wait'} style={{ color: `var(--${check.is_met ? 'success' : check.is_binding ? 'warning' : 'muted'})` }} title={check.is_met ? 'Met' : check.is_met === null ? 'Not reached' : 'Not met'} />
                  <b>{check.label}</b>
                  {check.is_met === false && <p>{check.text}</p>}
                </li>
              ))}
            </Checks>
          )}
          {data.remedies.length > 0 && (
            <Stack $gap={2}>
              <Heading $size={3}>What helps</Heading>
              {data.remedies.map((remedy) => <div key={`${remedy.action}-${remedy.text}`}><span>{remedy.text}</span>{remedy.detail && <Hint>{remedy.detail}</Hint>}</div>)}
            </Stack>
          )}
          <Hint>As the planner decided {fullInstant(data.decided_at, timeZone)}.</Hint>
        </Stack>
      )}
    </Drawer>
  );
}

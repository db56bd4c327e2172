import { useUi } from '@skein/ui/ui-provider';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Stack } from '@skein/ui/layout';
import { RuleList } from '@skein/ui/rule-list';
import { Loading } from '@skein/ui/skeleton';
import { Hint } from '@skein/ui/field';
import { Heading } from '@skein/ui/text';
import { fullInstant } from '@skein/ui/instant';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { inWords, nextTime } from '../next-time';
import { useExplainIdleCampaignQuery } from './api';

/** Why a campaign sends nothing now: the answer, then every rule as the planner met it, then what mends it. */
export function WhyDrawer({
  campaign,
  onClose,
}: {
  campaign: { id: number; name: string } | null;
  onClose: () => void;
}) {
  const { timeZone } = useUi();
  const now = useCampaignNow(10_000);
  const { data, error, isFetching, refetch } = useExplainIdleCampaignQuery(
    { params: { campaignId: campaign?.id ?? 0 } },
    { skip: campaign === null },
  );
  const coming = nextTime(data?.next_eligible_at ?? null, now, timeZone);
  return (
    <Drawer
      open={campaign !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={campaign ? `Why ${campaign.name} waits` : 'Why?'}
    >
      {error && (
        <Callout
          tone="danger"
          role="alert"
          title="The reason could not be read."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      {!data && isFetching && <Loading label="Reading the reason" />}
      {data && !error && (
        <Stack $gap={4}>
          <Stack $gap={1}>
            <Heading>{data.answer}</Heading>
            {coming && <Hint>Resumes {inWords(coming)}</Hint>}
          </Stack>
          {data.checks.length > 0 && <RuleList checks={data.checks} />}
          {data.remedies.length > 0 && (
            <Stack $gap={2}>
              <Heading $size={3}>What helps</Heading>
              {data.remedies.map((remedy) => (
                <div key={`${remedy.action}-${remedy.text}`}>
                  <span>{remedy.text}</span>
                  {remedy.detail && <Hint>{remedy.detail}</Hint>}
                </div>
              ))}
            </Stack>
          )}
          <Hint>As the planner decided {fullInstant(data.decided_at, timeZone)}.</Hint>
        </Stack>
      )}
    </Drawer>
  );
}

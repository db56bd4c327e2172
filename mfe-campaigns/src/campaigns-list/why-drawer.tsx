import { useUi } from '@skein/ui/ui-provider';
import { Drawer } from '@skein/ui/drawer';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { RuleList } from '@skein/ui/rule-list';
import { Loading } from '@skein/ui/skeleton';
import { Hint } from '@skein/ui/field';
import { Heading } from '@skein/ui/text';
import { fullInstant } from '@skein/ui/instant';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { inWords, nextTime } from '../next-time';
import { useIdleReason } from './campaigns.hooks';

/** Why a campaign sends nothing now: the answer, then every rule as the planner met it, then what mends it. */
export function WhyDrawer({
  campaign,
  onClose,
}: {
  campaign: { id: number; name: string; time_zone: string } | null;
  onClose: () => void;
}) {
  const { timeZone } = useUi();
  const now = useCampaignNow(10_000);
  const { reason: data, problem, isLoading } = useIdleReason(campaign?.id ?? null);
  const coming = nextTime(data?.next_eligible_at ?? null, now, timeZone, campaign?.time_zone);
  return (
    <Drawer
      open={campaign !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={campaign ? `Why ${campaign.name} waits` : 'Why?'}
    >
      {problem && <LoadProblem title="The reason could not be loaded." {...problem} />}
      {isLoading && <Loading label="Reading the reason" />}
      {data && !problem && (
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
          <Hint>Same decision as the engine, {fullInstant(data.decided_at, timeZone)}.</Hint>
        </Stack>
      )}
    </Drawer>
  );
}

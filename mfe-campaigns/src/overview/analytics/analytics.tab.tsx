import { useCallback, useMemo } from 'react';
import { styled } from 'styled-components';
import { measureDefinitions, rateNote, type Measure } from '@skein/contracts/analytics/measures';
import { limits } from '@skein/contracts/constants';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { OtherPart } from '@skein/mfe/mounted-part';
import { useSearchParams } from '@skein/mfe/search-params';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { addDays, countDays, formatDayRange, startOfMonth } from '@skein/ui/calendar-days';
import { DateRange, usualPresets, type DateRangePreset } from '@skein/ui/date-range';
import { Drawer } from '@skein/ui/drawer';
import { dayText } from '@skein/ui/instant';
import { Push, Row } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Segmented } from '@skein/ui/segmented';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { DayChart } from './day-chart';
import { ExportMenu } from './export-menu';
import { useCampaignFigures } from './figures.hooks';
import { Funnel } from './funnel';
import { useOpenFigure } from './open-figure.hooks';
import { readRange, writeRange, type RangeAddress } from './range-address';
import { FurtherFigures, StatsStrip } from './stats-strip';
import { StepsTable } from './steps-table';

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 236px;
  gap: var(--s-4);
  @media (max-width: 1023.98px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Ranges of at most 31 days (docs/domain.md, Lists and limits). */
const presets: readonly DateRangePreset[] = [
  ...usualPresets.filter((preset) => ['today', 'yesterday', 'last-7-days'].includes(preset.id)),
  {
    id: 'last-31-days',
    label: 'Last 31 days',
    range: (today) => ({ from: addDays(today, 1 - limits.analyticsDays), to: today }),
  },
  { id: 'this-month', label: 'This month', range: (today) => ({ from: startOfMonth(today), to: today }) },
  ...usualPresets.filter((preset) => preset.id === 'last-month'),
];

/** Figures of a campaign: what they count, how they went by day, and how steps and variants compare. */
export function AnalyticsTab({ campaign }: { campaign: CampaignView }) {
  const [query, setQuery] = useSearchParams();
  const time = useCampaignTime();
  const address = useMemo(() => readRange(query), [query]);
  const change = useCallback(
    (changed: Partial<RangeAddress>) => setQuery((current) => writeRange(current, changed), { replace: true }),
    [setQuery],
  );
  const zone = campaign.schedule.timezone;
  const { days, query: shown, statistics, series, steps, problem } = useCampaignFigures(campaign, address);
  const open = useOpenFigure();
  const onOpen = useCallback((measure: Measure) => open.set({ measure }), [open]);
  const onOpenVariant = useCallback(
    (measure: Measure, variant: { id: number; text: string }) => open.set({ measure, variant }),
    [open],
  );
  const exceeds = statistics && statistics.counts.replied > statistics.counts.contacted;

  return (
    <>
      <Row $wrap $gap={2}>
        <DateRange
          value={days}
          presets={presets}
          timeZone={zone}
          now={() => time.now()}
          onValueChange={(value) => {
            if (countDays(value.from, value.to) > limits.analyticsDays)
              toasts.show({
                tone: 'warning',
                title: `At most ${limits.analyticsDays} days at once`,
                text: 'Choose a shorter period.',
              });
            else change({ from: value.from, to: value.to });
          }}
        />
        <Segmented
          label="Which time decides the day"
          value={address.axis}
          onValueChange={(axis) => change({ axis })}
          items={[
            { id: 'event', label: 'By event time' },
            { id: 'sent', label: 'By sent time' },
          ]}
        />
        <Switch
          checked={address.includeOutOfOffice}
          onCheckedChange={(includeOutOfOffice) => change({ includeOutOfOffice })}
          label="Count out-of-office"
        />
        <Push>
          <ExportMenu campaign={campaign} query={shown} ready={days !== null} />
        </Push>
      </Row>
      {problem && <LoadProblem title="The figures couldn’t be loaded." {...problem} />}
      <StatsStrip statistics={statistics} onOpen={onOpen} />
      {exceeds && <Callout tone="info">{rateNote}</Callout>}
      <Two>
        <Card padded={false}>
          <CardBody>
            <DayChart
              days={series.data}
              loading={series.isFetching}
              onOpenDay={(day) => open.set({ measure: 'sent', day })}
            />
          </CardBody>
        </Card>
        <Funnel statistics={statistics} onOpen={onOpen} />
      </Two>
      <StepsTable steps={steps.data} loading={steps.isFetching} problem={steps.problem} onOpen={onOpenVariant} />
      <FurtherFigures statistics={statistics} onOpen={onOpen} />
      {days && (
        <Text $tone="muted" $size={2}>
          Days are counted in {zone}, the zone of the campaign’s schedule.{' '}
          {statistics?.previous &&
            `Changes compare with ${formatDayRange(statistics.previous.from, statistics.previous.to, 'en-GB')}.`}
        </Text>
      )}
      <Drawer
        open={open.figure !== null && days !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) open.set(null);
        }}
        width={760}
        title={
          open.figure
            ? [
                measureDefinitions[open.figure.measure].label,
                open.figure.variant?.text,
                open.figure.day && dayText(open.figure.day, 'weekday'),
              ]
                .filter(Boolean)
                .join(', ')
            : 'Rows'
        }
      >
        {open.figure && days && (
          <OtherPart
            key={JSON.stringify(open.figure)}
            name="analytics/figure-rows"
            props={{
              measure: open.figure.measure,
              campaignId: campaign.id,
              timeZone: zone,
              axis: address.axis,
              includeOutOfOffice: address.includeOutOfOffice,
              ...(open.figure.variant ? { variantId: open.figure.variant.id } : {}),
              ...(open.figure.day ? { from: open.figure.day, to: open.figure.day } : days),
            }}
          />
        )}
      </Drawer>
    </>
  );
}

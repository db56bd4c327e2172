import { useState, type ReactNode } from 'react';
import { limits } from '@skein/contracts/constants';
import { Button } from '@skein/ui/button';
import { Combobox } from '@skein/ui/combobox';
import { addDays, countDays, dayIn, startOfMonth } from '@skein/ui/calendar-days';
import { DateRange, usualPresets, type DateRangePreset } from '@skein/ui/date-range';
import { IconButton } from '@skein/ui/icon-button';
import { Field } from '@skein/ui/field';
import { zoneLabel } from '@skein/ui/instant';
import { Push, Row, Stack } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { Segmented } from '@skein/ui/segmented';
import { Switch } from '@skein/ui/switch';
import { toasts } from '@skein/ui/toast-store';
import { useMedia } from '@skein/ui/use-media';
import { useAccess } from '@skein/mfe/access';
import { stepRange } from '../global/step-range';
import { ZoneChoice } from '../global/zone-choice';
import { useChoices } from './insight-reads.hooks';
import type { InsightFilter, Insights } from './insights.hooks';

const filters: readonly InsightFilter[] = ['client', 'campaign', 'mailbox', 'tag'];

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

interface ChoiceProps {
  insights: Insights;
  name: InsightFilter;
  label: string;
  options: { value: string; label: string }[];
}

function Choice({ insights, name, label, options }: ChoiceProps) {
  const id = insights.chosen(name);
  const value = id === null ? null : (options.find((option) => option.value === String(id)) ?? null);
  return (
    <div style={{ width: name === 'tag' ? 148 : 132 }}>
      <Combobox
        aria-label={label}
        placeholder={label}
        size="small"
        clearable
        options={options}
        value={id === null ? null : (value ?? { value: String(id), label: 'Not in this period' })}
        onValueChange={(option) => insights.choose(name, option?.value ?? null)}
      />
    </div>
  );
}

/** The period before and after: how more than 31 days are read, one step at a time. */
function RangeSteps({ insights }: { insights: Insights }) {
  const { from, to } = insights.address;
  const today = dayIn(insights.zone, insights.now());
  const [earlier, later] = [stepRange({ from, to }, -1, today), stepRange({ from, to }, 1, today)];
  return (
    <Row $gap={1}>
      <IconButton
        icon="chevron-left"
        label="Earlier period"
        disabled={!earlier}
        onClick={() => earlier && insights.change(earlier)}
      />
      <IconButton
        icon="chevron-right"
        label="Later period"
        disabled={!later}
        onClick={() => later && insights.change(later)}
      />
    </Row>
  );
}

/** What the figures are narrowed to, and how they are counted. */
function Narrowing({ insights }: { insights: Insights }) {
  const mayReadClients = useAccess().may('insights.read');
  const choices = useChoices(insights);
  return (
    <>
      {mayReadClients && <Choice insights={insights} name="client" label="All clients" options={choices.client} />}
      <Choice insights={insights} name="campaign" label="All campaigns" options={choices.campaign} />
      <Choice insights={insights} name="mailbox" label="All mailboxes" options={choices.mailbox} />
      <Choice insights={insights} name="tag" label="All campaign tags" options={choices.tag} />
      <Counting insights={insights} />
    </>
  );
}

/** How figures are counted: the zone of the days, the time they are counted at, and whether out-of-office replies are. */
function Counting({ insights }: { insights: Insights }) {
  const { axis, includeOutOfOffice } = insights.address;
  return (
    <Popover
      label="How figures are counted"
      width={280}
      trigger={
        <Button size="small" icon="settings">
          {[zoneLabel(insights.zone), ...(axis === 'sent' ? ['by sent time'] : [])].join(', ')}
        </Button>
      }
    >
      <Stack $gap={4}>
        <Field label="Time zone of the days">
          <ZoneChoice
            value={insights.zone}
            personZone={insights.personZone}
            onChange={(zone) => insights.change({ zone })}
          />
        </Field>
        <Segmented
          label="Count by"
          value={axis}
          onValueChange={(next) => insights.change({ axis: next })}
          items={[
            { id: 'event', label: 'By event time' },
            { id: 'sent', label: 'By sent time' },
          ]}
        />
        <Switch
          checked={includeOutOfOffice}
          onCheckedChange={(next) => insights.change({ includeOutOfOffice: next })}
          label="Count out-of-office"
        />
      </Stack>
    </Popover>
  );
}

/** How many of the choices differ from what a page begins with. */
function countChosen({ chosen, address }: Insights): number {
  const narrowed = filters.filter((name) => chosen(name) !== null).length;
  return narrowed + Number(address.axis === 'sent') + Number(address.includeOutOfOffice);
}

/** Days, zone, and what the page is narrowed to. Where one line is too short the choices fold away; the button counts those made. */
export function FilterRow({ insights, children }: { insights: Insights; children?: ReactNode }) {
  const isNarrow = useMedia('(max-width: 1439.98px)');
  const [isOpen, setOpen] = useState(false);
  const count = countChosen(insights);
  return (
    <Row $wrap $gap={2}>
      <DateRange
        value={{ from: insights.address.from, to: insights.address.to }}
        presets={presets}
        timeZone={insights.zone}
        now={insights.now}
        onValueChange={({ from, to }) => {
          if (countDays(from, to) > limits.analyticsDays)
            toasts.show({
              tone: 'warning',
              title: `At most ${limits.analyticsDays} days at once`,
              text: 'Choose a shorter period and step through the rest with the arrows.',
            });
          else insights.change({ from, to });
        }}
      />
      <RangeSteps insights={insights} />
      {isNarrow && (
        <Button size="small" icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      )}
      {(!isNarrow || isOpen) && <Narrowing insights={insights} />}
      {children && <Push>{children}</Push>}
    </Row>
  );
}

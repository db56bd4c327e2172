import { useState } from 'react';
import { Button } from './button';
import { dayIn, formatDayRange } from './calendar-days';
import type { Day } from './calendar-days';
import type { DateRangeValue } from './date-range-draft';
import { DateRangePanel } from './date-range-panel';
import { usualPresets } from './date-range-presets';
import type { DateRangePreset } from './date-range-presets';
import { Popover } from './popover';
import { useUi } from './ui-provider';

export type { DateRangeValue } from './date-range-draft';
export { usualPresets } from './date-range-presets';
export type { DateRangePreset } from './date-range-presets';
export type { Day } from './calendar-days';

/** Props of a {@link DateRange}. */
export interface DateRangeProps {
  value: DateRangeValue | null;
  onValueChange: (value: DateRangeValue) => void;
  presets?: readonly DateRangePreset[];
  min?: Day;
  max?: Day;
  /** IANA zone in which days begin and end; the provider's by default. */
  timeZone?: string;
  /** Name of the control: "Period". */
  label?: string;
  placeholder?: string;
  size?: 'small' | 'medium';
  /** The present, for tests. */
  now?: () => Date;
}

/** A period by preset, by calendar, or typed; says the zone in which its days are counted. */
export function DateRange({
  value,
  onValueChange,
  presets = usualPresets,
  min,
  max,
  timeZone,
  label = 'Period',
  placeholder = 'All time',
  size = 'small',
  now = () => new Date(),
}: DateRangeProps) {
  const ui = useUi();
  const zone = timeZone ?? ui.timeZone;
  const [open, setOpen] = useState(false);
  const preset = presets.find((entry) => entry.id === value?.preset);
  const text = value ? (preset?.label ?? formatDayRange(value.from, value.to, ui.locale)) : placeholder;
  const button = (
    <Button
      size={size}
      icon="calendar"
      iconEnd="chevron-down"
      aria-label={`${label}: ${text}`}
      {...(value ? { title: `${formatDayRange(value.from, value.to, ui.locale)}, ${zone}` } : {})}
    >
      {text}
    </Button>
  );
  return (
    <Popover trigger={button} label={label} open={open} onOpenChange={setOpen} padded={false}>
      <DateRangePanel
        value={value}
        presets={presets}
        min={min}
        max={max}
        today={dayIn(zone, now())}
        zone={zone}
        locale={ui.locale}
        onChoose={(chosen) => {
          onValueChange(chosen);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </Popover>
  );
}

import { useMemo } from 'react';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';

/** Every zone that this browser knows, `Etc/GMT` first: the usual one (docs/domain.md, Lists and limits). */
const zones = (): string[] => [
  'Etc/GMT',
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && zone !== 'Etc/GMT'),
];

/** `UTC+02:00` now. */
export function offsetOf(zone: string, at = new Date()): string {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'UTC' : name.replace('GMT', 'UTC');
}

/** One IANA zone, found by typing. Stands inside a Field. */
export function TimeZoneInput({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const options = useMemo<ComboboxOption[]>(
    () => zones().map((zone) => ({ value: zone, label: zone, detail: offsetOf(zone) })),
    [],
  );
  return (
    <Combobox
      options={options}
      value={value === '' ? null : { value, label: value }}
      onValueChange={(option) => {
        if (option) onChange(option.value);
      }}
      searchPlaceholder="City or zone"
    />
  );
}

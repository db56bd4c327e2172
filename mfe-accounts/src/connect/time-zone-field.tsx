import { useMemo } from 'react';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { knownZones, zoneLabel } from '@skein/ui/instant';

/** `UTC+02:00` now. */
function offsetOf(zone: string, at = new Date()): string {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 'UTC' : name.replace('GMT', 'UTC');
}

/** One IANA zone, found by typing. Stands inside a Field. */
export function TimeZoneInput({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const options = useMemo<ComboboxOption[]>(
    () => knownZones().map((zone) => ({ value: zone, label: zoneLabel(zone), detail: offsetOf(zone) })),
    [],
  );
  return (
    <Combobox
      options={options}
      value={value === '' ? null : { value, label: zoneLabel(value) }}
      onValueChange={(option) => {
        if (option) onChange(option.value);
      }}
      searchPlaceholder="City or zone"
    />
  );
}

import { useMemo } from 'react';
import { Combobox } from '@skein/ui/combobox';
import { knownZones, zoneLabel } from '@skein/ui/instant';

/** Zones that this browser knows, the person's first. */
export function ZoneChoice({
  value,
  personZone,
  onChange,
  size = 'small',
}: {
  value: string;
  personZone: string;
  onChange: (zone: string | null) => void;
  /** `medium` in a form, whose other fields are as high. */
  size?: 'small' | 'medium';
}) {
  const options = useMemo(
    () => knownZones(personZone, value).map((zone) => ({ value: zone, label: zoneLabel(zone) })),
    [personZone, value],
  );
  return (
    <div style={{ width: 216 }}>
      <Combobox
        aria-label="Time zone of the days"
        size={size}
        options={options}
        value={{ value, label: zoneLabel(value) }}
        onValueChange={(zone) => onChange(zone === null || zone.value === personZone ? null : zone.value)}
      />
    </div>
  );
}

import { useMemo } from 'react';
import { Combobox } from '@skein/ui/combobox';

/** Zones that this browser knows, the person's first. */
export function ZoneChoice({
  value,
  personZone,
  onChange,
}: {
  value: string;
  personZone: string;
  onChange: (zone: string | null) => void;
}) {
  const options = useMemo(() => {
    const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
    return [...new Set([personZone, value, 'Etc/GMT', ...known])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }));
  }, [personZone, value]);
  return (
    <div style={{ width: 216 }}>
      <Combobox
        aria-label="Time zone of the days"
        size="small"
        options={options}
        value={{ value, label: value.replaceAll('_', ' ') }}
        onValueChange={(zone) => onChange(zone === null || zone.value === personZone ? null : zone.value)}
      />
    </div>
  );
}

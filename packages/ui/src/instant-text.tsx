import { fullInstant, shortInstant } from './instant';
import { useUi } from './ui-provider';

/** A date in a list: as short as its distance from now allows, with weekday, year and zone on hover. */
export function InstantText({ at, now = new Date(), timeZone }: { at: string; now?: Date; timeZone?: string }) {
  const ui = useUi();
  const zone = timeZone ?? ui.timeZone;
  return (
    <time dateTime={at} title={fullInstant(at, zone)}>
      {shortInstant(at, now, zone)}
    </time>
  );
}

import type { ForecastView } from '@skein/contracts/main/review.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { spokenInstant, zoneName } from '@skein/ui/instant';

/** How many new leads a hold of their import keeps waiting, and until when: a forecast begins with them only then. */
export function ForecastHold({
  forecast: { on_hold: hold, time_zone: zone },
  now,
}: {
  forecast: ForecastView;
  now: Date;
}) {
  const seesFleet = useAccess().may('mailbox.read');
  if (!hold) return null;
  const until = `${spokenInstant(hold.until, now, zone)} ${zoneName(new Date(hold.until), zone)}`;
  return (
    <Callout
      tone="warning"
      title={`${counted(hold.leads, 'new lead is', 'new leads are')} on hold until ${until}.`}
      actions={
        seesFleet && (
          <Button size="small" href="/app/email-accounts/fleet#responses">
            Open fleet
          </Button>
        )
      }
    >
      {hold.reason}. The forecast emails them after the hold. Follow-ups keep sending.
    </Callout>
  );
}

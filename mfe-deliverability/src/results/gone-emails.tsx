import { Callout } from '@skein/ui/callout';
import { fullInstant } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';

/** Of an old run, what arrived is no longer kept: nothing else of the page tells why checks and contents are empty. */
export function GoneEmails({ at }: { at: string | null }) {
  const { timeZone } = useUi();
  return at === null ? null : (
    <Callout tone="neutral">
      The emails of this run were deleted on {fullInstant(at, timeZone)}, with their headers and checks. Placement and
      results stay.
    </Callout>
  );
}

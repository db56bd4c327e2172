import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';

/** Warmup comes with a later version: this says so, and shows no figure that nobody has measured. */
export function WarmupTab() {
  return (
    <Card padded={false}>
      <EmptyState icon="fire" title="Warmup" note="Not available in this version.">
        A mailbox that warms up exchanges mail with others of the pool, so that receivers come to know it. Its settings, its days and what was rescued from spam will stand here.
      </EmptyState>
    </Card>
  );
}

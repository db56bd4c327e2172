import { Link } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import { useLastTest } from '../last-test.hooks';
import { base } from '../placement.hooks';

/** Leads back to the test that was looked at last. */
export function LastOpened() {
  const test = useLastTest();
  return (
    test && (
      <Text $tone="muted" $size={2} $truncate>
        Last opened: <Link href={`/app${base}/${test.id}/${test.type}/deliverability-results`}>{test.name}</Link>
      </Text>
    )
  );
}

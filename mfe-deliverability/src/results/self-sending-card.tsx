import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Progress } from '@skein/ui/progress';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useMayTest, useSelfSending } from '../placement.hooks';

/** How a person sends the run with another tool, and what was found of it. */
export function SelfSendingCard({ report }: { report: PlacementReport }) {
  const { timeZone } = useUi();
  const mayTest = useMayTest();
  const actions = useSelfSending(report.id);
  const sending = report.self_sending;
  if (!sending?.is_open) return null;
  const { code, header, seeds, found, first_found_at: first, closes_at: closes } = sending;
  return (
    <Card title="Send your email" detail={`${found} of ${seeds.length} seeds`}>
      <Stack $gap={4}>
        <Progress label="Emails found" value={found} max={seeds.length} />
        <Stack $gap={2}>
          <b>1. Put this code into the email</b>
          <SubLine style={{ whiteSpace: 'normal' }}>
            Anywhere in the subject or the text. It tells this test from others.
          </SubLine>
          <CodeBlock label="Test code" code={code} wrap />
          <SubLine>Or as a header line</SubLine>
          <CodeBlock label="Header line" code={header} wrap />
        </Stack>
        <Stack $gap={2}>
          <b>{`2. Send it to these ${seeds.length} addresses`}</b>
          <SubLine style={{ whiteSpace: 'normal' }}>
            One email to each, as your tool always sends. A long list in Cc or Bcc looks like bulk email and changes the
            result.
          </SubLine>
          <div style={{ maxHeight: 220, overflowY: 'auto' }} tabIndex={0} role="region" aria-label="Seed addresses">
            <CodeBlock label="Addresses" code={seeds.map(({ email }) => email).join('\n')} />
          </div>
        </Stack>
        <Stack $gap={2}>
          <b>3. Wait here, or come back</b>
          <SubLine style={{ whiteSpace: 'normal' }}>
            {first === null ? 'No email has been found yet. ' : `The first was found ${fullInstant(first, timeZone)}. `}
            The test closes when every email is found, or {fullInstant(closes, timeZone)}. Emails that come later still
            show where they landed.
          </SubLine>
          {mayTest && (
            <Row $wrap>
              <Button icon="refresh" loading={actions.isLooking} onClick={actions.look}>
                Look now
              </Button>
              <Button
                loading={actions.isClosing}
                onClick={actions.close}
              >{`Close with ${found} of ${seeds.length}`}</Button>
            </Row>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

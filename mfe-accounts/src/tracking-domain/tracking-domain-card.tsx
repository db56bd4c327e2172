import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Status } from '@skein/ui/status';
import { useUi } from '@skein/ui/ui-provider';
import { useTrackingDomain } from './tracking-domain.hooks';

/** Whether links in this mailbox's emails may use its tracking domain, and the record that makes it so; nothing where none is named. */
export function TrackingDomainCard({ domain }: { domain: string | null }) {
  const { timeZone } = useUi();
  const writes = useAccess().may('mailbox.write');
  const { found, problem, isChecking, isPublishing, check, publish } = useTrackingDomain(domain);
  if (problem) return <LoadProblem title={`The status of ${domain} could not be loaded.`} {...problem} />;
  if (!domain || !found) return null;
  return (
    <Card
      title="Tracking domain"
      detail={counted(found.mailboxes, 'mailbox', 'mailboxes')}
      {...(writes
        ? {
            actions: (
              <Row $gap={2} $wrap>
                {found.is_sandbox && !found.verified_at && (
                  <Button size="small" loading={isPublishing} onClick={() => void publish()}>
                    Set in the sandbox’s DNS
                  </Button>
                )}
                <Button size="small" icon="refresh" loading={isChecking} onClick={() => void check()}>
                  Check now
                </Button>
              </Row>
            ),
          }
        : {})}
    >
      <Stack $gap={3} role="status" aria-label={`Tracking domain ${domain}`}>
        {found.verified_at ? (
          <Status tone="success" glyph="done">
            <span title={fullInstant(found.verified_at, timeZone)}>Verified: links in emails use {domain}</span>
          </Status>
        ) : found.checked_at ? (
          <Status tone="warning" glyph="warn">
            Not verified: links in emails use this product’s own host
          </Status>
        ) : (
          <Status tone="off" glyph="wait">
            Not checked yet: links in emails use this product’s own host
          </Status>
        )}
        {found.problem && <Hint>{found.problem}</Hint>}
        {!found.verified_at && (
          <>
            <Hint>Add this record where {domain} is managed, then check it.</Hint>
            <CodeBlock label="CNAME record" wrap code={[{ text: `${domain}. CNAME ${found.target}.` }]} />
          </>
        )}
        <Hint>
          {found.checked_at ? `Checked ${fullInstant(found.checked_at, timeZone)}; again` : 'Checked'} every night.
        </Hint>
      </Stack>
    </Card>
  );
}

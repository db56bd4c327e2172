import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { fullInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Status } from '@skein/ui/status';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { useCheckTrackingDomainMutation, useListTrackingDomainsQuery, usePublishTrackingDomainMutation } from './api';

/** Whether links in this mailbox's emails may use its tracking domain, and the record that makes it so; nothing where none is named. */
export function TrackingDomainCard({ domain }: { domain: string | null }) {
  const { timeZone } = useUi();
  const writes = useAccess().may('mailbox.write');
  const { data } = useListTrackingDomainsQuery(undefined, { skip: !domain });
  const [check, checking] = useCheckTrackingDomainMutation();
  const [publish, publishing] = usePublishTrackingDomainMutation();
  const found = data?.rows.find((row) => row.domain === domain);
  if (!domain || !found) return null;
  const run = async (ask: typeof check) => {
    try {
      const after = await ask({ body: { domain } }).unwrap();
      if (after.verified_at) toasts.show({ title: `${domain} is verified` });
    } catch (error) {
      toasts.show({ tone: 'danger', title: `${domain} could not be checked`, text: problemOf(error).message });
    }
  };
  return (
    <Card
      title="Tracking domain"
      detail={counted(found.mailboxes, 'mailbox', 'mailboxes')}
      {...(writes
        ? {
            actions: (
              <Row $gap={2} $wrap>
                {found.is_sandbox && !found.verified_at && (
                  <Button size="small" loading={publishing.isLoading} onClick={() => void run(publish)}>
                    Set in the sandbox’s DNS
                  </Button>
                )}
                <Button size="small" icon="refresh" loading={checking.isLoading} onClick={() => void run(check)}>
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

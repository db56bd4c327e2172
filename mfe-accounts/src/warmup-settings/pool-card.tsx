import { useState } from 'react';
import type { WarmupPolicyView } from '@skein/contracts/warmup/warmup-policy.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { counted } from '@skein/ui/counted';
import { Stack } from '@skein/ui/layout';
import { Stat, Stats } from '@skein/ui/stat';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import type { PolicyChange } from './policy-change';

const number = (value: number) => value.toLocaleString('en-US');

/** Consent to the shared pool, and what the workspace gave and got. */
export function PoolCard({
  pool,
  closed,
  isSaving,
  onSave,
}: {
  pool: WarmupPolicyView['pool'];
  closed: { disabledReason?: string };
  isSaving: boolean;
  onSave: (change: PolicyChange, done: string) => Promise<boolean>;
}) {
  const [agrees, setAgrees] = useState(false);
  const join = async () => {
    if (await onSave({ shares_pool: true }, 'Your mailboxes joined the shared pool')) setAgrees(false);
  };
  const wait = pool.put_out ? pool.put_out.until.slice(0, 10) : null;
  return (
    <Card
      title="Shared warmup pool"
      padded={false}
      actions={
        <StateStatus state={pool.is_joined ? 'active' : pool.put_out ? 'failed' : 'off'}>
          {pool.is_joined ? 'Joined' : pool.put_out ? 'Removed' : 'Not joined'}
        </StateStatus>
      }
    >
      <CardBody>
        <Stack $gap={4}>
          {pool.put_out && !pool.is_joined && (
            <Callout tone="danger" title="This workspace was removed from the shared pool.">
              {`${pool.put_out.reason} You can join again from ${wait}.`}
            </Callout>
          )}
          <Text>
            {pool.mailboxes === 0
              ? 'No other workspace of this installation has a mailbox in the pool yet.'
              : `${counted(pool.mailboxes, 'mailbox', 'mailboxes')} of other workspaces exchange warmup emails here.`}
          </Text>
          <Stack as="ul" $gap={2}>
            <li>Your warming mailboxes send warmup emails to mailboxes of other workspaces, and receive theirs.</li>
            <li>
              Skein opens those emails in your mailboxes, marks some as important, moves them out of spam and answers
              some. Other emails are not touched.
            </li>
            <li>
              No screen shows whose mailbox it is. As with any email, sender name and address are in the email itself.
            </li>
            <li>A mailbox receives no more warmup emails a day than it may send. Leads of either side are left out.</li>
            <li>A workspace whose pool emails bounce, land in spam or disappear is removed for 30 days.</li>
          </Stack>
          {pool.is_joined ? (
            <>
              <Stats aria-label="Shared pool, last 7 days">
                <Stat size="small" label="Sent to the pool" value={number(pool.sent)} detail="in 7 days" />
                <Stat size="small" label="Received from the pool" value={number(pool.received)} detail="in 7 days" />
              </Stats>
              <div>
                <Button
                  loading={isSaving}
                  {...closed}
                  onClick={() => void onSave({ shares_pool: false }, 'Your mailboxes left the shared pool')}
                >
                  Leave the pool
                </Button>
              </div>
            </>
          ) : (
            <>
              <Checkbox
                label="I agree that the mailboxes of this workspace take part in the shared pool."
                checked={agrees}
                onCheckedChange={(on) => setAgrees(on)}
                disabled={closed.disabledReason !== undefined}
              />
              <div>
                <Button
                  variant="primary"
                  loading={isSaving}
                  {...(agrees ? closed : { disabledReason: closed.disabledReason ?? 'Agree first' })}
                  onClick={() => void join()}
                >
                  Join the pool
                </Button>
              </div>
            </>
          )}
        </Stack>
      </CardBody>
    </Card>
  );
}

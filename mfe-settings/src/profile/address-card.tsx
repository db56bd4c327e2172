import { useState } from 'react';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { fullInstant } from '@skein/ui/instant';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useAddressChange } from './address.hooks';
import { AddressDialog } from './address-dialog';

/** The address a person logs in with, and a change of it that waits for its links. */
export function AddressCard() {
  const user = useUser();
  const { timeZone } = useUi();
  const [isOpen, setIsOpen] = useState(false);
  const { change, withdraw, isWithdrawing } = useAddressChange();
  return (
    <Card title="Email address">
      <Stack $gap={4}>
        <Row $gap={4} $justify="between" $wrap>
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text as="div" $weight="medium">
              {user.email}
            </Text>
            <Text as="div" $tone="muted">
              {user.isClient ? 'Your agency changes your address.' : 'You log in with it, and notifications go to it.'}
            </Text>
          </div>
          {!user.isClient && <Button onClick={() => setIsOpen(true)}>Change address</Button>}
        </Row>
        {change && (
          <Callout
            tone="info"
            role="status"
            title={`Waiting to change to ${change.email}`}
            actions={
              <Button size="small" loading={isWithdrawing} onClick={() => void withdraw()}>
                Keep {user.email}
              </Button>
            }
          >
            {waitingFor(change, user.email)} The links work until {fullInstant(change.expires_at, timeZone)}.
          </Callout>
        )}
        {isOpen && <AddressDialog present={user.email} onClose={() => setIsOpen(false)} />}
      </Stack>
    </Card>
  );
}

interface Waiting {
  email: string;
  is_old_confirmed: boolean;
  is_new_confirmed: boolean;
}

/** Which of the two links is still to be opened. */
function waitingFor(change: Waiting, present: string): string {
  if (change.is_old_confirmed) return `Open the link in the email to ${change.email}.`;
  if (change.is_new_confirmed) return `Open the link in the email to ${present}.`;
  return `Open the link in the email to ${present}, and the one in the email to ${change.email}.`;
}

import { useState } from 'react';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { useTwoFactor } from './security.hooks';
import { EnrolDialog } from './enrol-dialog';
import { ProveDialog } from './prove-dialog';
import { RecoveryCodes } from './recovery-codes';

/** Fewer than this many codes left is said aloud. */
const FEW_CODES = 3;

/** Login with an authenticator app: on or off, and its recovery codes. */
export function TwoFactorCard({ email }: { email: string }) {
  const { timeZone } = useUi();
  const { twoFactor: data, problem, renewCodes, switchOff, mailCode } = useTwoFactor();
  const [open, setOpen] = useState<'enrol' | 'renew' | 'off' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setOpen(null);
  const onMailCode = (password: string) => mailCode(email, password);
  return (
    <Card title="Two-factor login">
      {problem && (
        <Callout
          tone="danger"
          role="alert"
          title="The state of two-factor login could not be loaded."
          actions={
            <Button size="small" onClick={problem.onRetry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      )}
      {!data && !problem && <Loading label="Loading two-factor login" />}
      {data && !data.is_on && (
        <Row $justify="between" $wrap>
          <Hint>
            {data.has_password
              ? 'Your password alone logs you in. Add a code from your phone to stay safe if the password is stolen.'
              : 'You have no password. Set one first, with the link above.'}
          </Hint>
          <Button size="small" icon="lock" disabled={!data.has_password} onClick={() => setOpen('enrol')}>
            Switch on
          </Button>
        </Row>
      )}
      {data?.is_on && (
        <Stack $gap={3}>
          <Row $justify="between" $wrap>
            <Row $gap={2} $wrap>
              <Badge tone="success" glyph="done">
                On
              </Badge>
              <Hint>
                {data.on_at && (
                  <span title={fullInstant(data.on_at, timeZone)}>
                    since {shortInstant(data.on_at, new Date(), timeZone)},{' '}
                  </span>
                )}
                {counted(data.recovery_codes_left, 'recovery code')} left
              </Hint>
            </Row>
            <Row $gap={2} $wrap>
              <Button size="small" onClick={() => setOpen('renew')}>
                New recovery codes
              </Button>
              <Button size="small" variant="danger" onClick={() => setOpen('off')}>
                Switch off
              </Button>
            </Row>
          </Row>
          {data.recovery_codes_left < FEW_CODES && (
            <Callout tone="warning">
              Only {counted(data.recovery_codes_left, 'recovery code')} left. Create new ones before you need them.
            </Callout>
          )}
        </Stack>
      )}
      {open === 'enrol' && <EnrolDialog onClose={close} />}
      {open === 'renew' && (
        <ProveDialog
          title="New recovery codes"
          description="The earlier ones stop working."
          confirmLabel="Create new codes"
          onClose={close}
          onMailCode={onMailCode}
          onConfirm={async (given) => {
            setCodes(await renewCodes(given));
            close();
          }}
        />
      )}
      {open === 'off' && (
        <ProveDialog
          danger
          title="Switch off two-factor login"
          description="Login then asks only for your password. Your recovery codes stop working."
          confirmLabel="Switch off"
          onClose={close}
          onMailCode={onMailCode}
          onConfirm={async (given) => {
            await switchOff(given);
            close();
            toasts.show({ title: 'Two-factor login is off' });
          }}
        />
      )}
      {codes && (
        <Dialog
          open
          onOpenChange={() => setCodes(null)}
          locked
          size="medium"
          title="Your new recovery codes"
          footer={
            <Button variant="primary" onClick={() => setCodes(null)}>
              I’ve saved them
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </Card>
  );
}

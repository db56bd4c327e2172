import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { VerificationSelection } from '@skein/contracts/main/verification.contract';
import { verificationProviderNames } from '@skein/contracts/main/verification-results';
import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Skeleton } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { FormDialog } from '../form-dialog';
import { useVerify } from './verification.hooks';

interface VerifyProps {
  name: string;
  selection: VerificationSelection;
  onClose: () => void;
  onStarted?: () => void;
}

/** What verifying these leads takes, and the start of it. */
export function VerifyDialog({ name, selection, onClose, onStarted }: VerifyProps) {
  const navigate = useNavigate();
  const access = useAccess();
  const [blocks, setBlocks] = useState(true);
  const [anew, setAnew] = useState(false);
  const { quote, problem, start } = useVerify(selection, anew);
  const nothing = quote && quote.leads - quote.waiting === 0 ? 'All of them are being verified already' : null;
  const isOurs = quote?.provider === 'SKEIN';
  const reason = problem
    ? 'The leads could not be counted'
    : !quote
      ? 'Counting the leads'
      : quote.missing > 0
        ? 'Not enough credits'
        : nothing;
  const submit = async () => {
    const run = await start(name, blocks);
    onStarted?.();
    void navigate(`/leads/verification/${run.id}`);
  };
  return (
    <FormDialog
      title="Verify email addresses"
      submitLabel={isOurs && quote ? `Verify for ${counted(quote.needed, 'credit')}` : 'Verify emails'}
      onClose={onClose}
      onSubmit={submit}
      {...(reason ? { disabledReason: reason } : {})}
    >
      {problem ? (
        <LoadProblem title="The leads could not be counted." {...problem} />
      ) : !quote ? (
        <Skeleton $height={40} />
      ) : (
        <div role="status">
          <b style={{ fontWeight: 'var(--w-medium)' }}>
            {counted(quote.leads, 'lead')}
            {isOurs ? `, ${counted(quote.needed, 'credit')}.` : '.'}
          </b>{' '}
          {isOurs
            ? `${quote.balance.toLocaleString('en-US')} left.`
            : `${verificationProviderNames[quote.provider]} verifies with your own key; no credits are used here.`}{' '}
          <Text $tone="muted">
            {[
              quote.known > 0 &&
                `${quote.known.toLocaleString('en-US')} verified in the last 30 days ${isOurs ? 'are free' : 'are not verified again'}.`,
              quote.waiting > 0 && `${quote.waiting.toLocaleString('en-US')} are being verified already.`,
              isOurs && 'Unknown results are refunded.',
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </div>
      )}
      {quote && quote.missing > 0 && (
        <Callout tone="warning" title={`${counted(quote.missing, 'credit')} missing.`}>
          {access.may('billing.manage') ? (
            <Link href="/app/leads/verification?buy=1">Buy a pack</Link>
          ) : (
            'The owner of the workspace can buy a pack.'
          )}
        </Callout>
      )}
      <Checkbox label="Add invalid addresses to the block list" checked={blocks} onCheckedChange={setBlocks} />
      <Checkbox label="Include addresses verified in the last 30 days" checked={anew} onCheckedChange={setAnew} />
    </FormDialog>
  );
}

/** Clients of an agency and those who only read verify nothing. */
export function useMayVerify(): boolean {
  const isClient = useSessionUser()?.isClient ?? false;
  return useAccess().may('lead.write') && !isClient;
}

/** Opens the dialog. */
export function VerifyButton({
  name,
  selection,
  small = false,
}: Pick<VerifyProps, 'name' | 'selection'> & { small?: boolean }) {
  const [open, setOpen] = useState(false);
  if (!useMayVerify()) return null;
  return (
    <>
      <Button icon="check" {...(small ? { size: 'small' as const } : {})} onClick={() => setOpen(true)}>
        Verify emails
      </Button>
      {open && <VerifyDialog name={name} selection={selection} onClose={() => setOpen(false)} />}
    </>
  );
}

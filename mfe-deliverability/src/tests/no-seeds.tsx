import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { Link } from '@skein/ui/link';
import { base, useMayTest } from '../placement.hooks';

/** Where seeds are connected: on the workspace's page, on the operators' page, or by asking an operator. */
export function NoSeeds() {
  const isOperator = useSessionUser()?.is_operator ?? false;
  const mayTest = useMayTest();
  if (isOperator)
    return (
      <>
        Tests send to seed mailboxes, and there are none yet.{' '}
        <Link href="/app/operator/seeds">Connect seeds for all workspaces</Link> or{' '}
        <Link href={`/app${base}/seeds`}>for this one</Link>.
      </>
    );
  if (mayTest)
    return (
      <>
        Tests send to seed mailboxes, and there are none yet. <Link href={`/app${base}/seeds`}>Connect your own</Link>,
        or ask <Contact /> to connect some for all workspaces.
      </>
    );
  return (
    <>
      Tests send to seed mailboxes. Ask <Contact /> to connect some.
    </>
  );
}

/** Who runs the installation, as a link where that is known. */
function Contact() {
  const contact = useSessionPlan()?.contact ?? null;
  if (contact === null) return 'the operator of this installation';
  return (
    <Link href={/^https?:/i.test(contact) ? contact : `mailto:${contact}`}>
      {contact.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </Link>
  );
}

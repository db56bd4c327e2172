import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { Link } from '@skein/ui/link';

/** Who connects seeds: the operator on a page of their own, everyone else by asking. */
export function NoSeeds() {
  const isOperator = useSessionUser()?.is_operator ?? false;
  const contact = useSessionPlan()?.contact ?? null;
  if (isOperator)
    return (
      <>
        Tests send to seed mailboxes, and this installation has none.{' '}
        <Link href="/app/operator/seeds">Connect seeds</Link>
      </>
    );
  if (contact === null) return 'Tests send to seed mailboxes. Ask the operator of this installation to connect some.';
  return (
    <>
      Tests send to seed mailboxes. Ask{' '}
      <Link href={/^https?:/i.test(contact) ? contact : `mailto:${contact}`}>
        {contact.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </Link>{' '}
      to connect some.
    </>
  );
}

import { Link } from '@skein/ui/link';

/** Where a contact (an email address or a web address) leads. */
const contactAddress = (contact: string): string => (/^https?:/i.test(contact) ? contact : `mailto:${contact}`);

/** Whom people ask, as a link: OPERATOR_CONTACT of the installation. */
export function ContactLink({ contact }: { contact: string }) {
  return <Link href={contactAddress(contact)}>{contact.replace(/^https?:\/\//i, '').replace(/\/$/, '')}</Link>;
}

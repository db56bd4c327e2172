import { mailHtml, ownGreeting } from '@skein/contracts/brand-mail';
import { brandPageHtml, unsubscribeQuestion } from '@skein/contracts/brand-page';
import { Stack } from '@skein/ui/layout';
import { usePageNonce } from '@skein/ui/page-nonce';
import { Text } from '@skein/ui/text';
import { styled } from 'styled-components';
import { lookOf, type BrandDraft } from './brand-draft';

const Document = styled.iframe`
  display: block;
  width: 100%;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  pointer-events: none;
`;

/**
 * A document of its own, without scripts: what is shown is what the server sends, drawn by the same function. It is a
 * picture of it: its links would lead the frame away, so nothing in it can be pressed or focused.
 */
const Framed = ({ title, html, height }: { title: string; html: string; height: number }) => (
  <div role="img" aria-label={title}>
    <Document
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin"
      inert
      tabIndex={-1}
      style={{ height }}
      onLoad={({ currentTarget: frame }) => growToContent(frame, height)}
    />
  </div>
);

/** A frame that cannot be pressed cannot be scrolled either. */
function growToContent(frame: HTMLIFrameElement, least: number): void {
  frame.style.height = `${least}px`;
  const shown = frame.contentDocument?.documentElement.scrollHeight ?? 0;
  if (shown > least) frame.style.height = `${shown}px`;
}

/** An email to a client, with the words of a password reset. */
export function MailPreview({ draft, theme }: { draft: BrandDraft; theme: 'light' | 'dark' }) {
  const nonce = usePageNonce();
  const name = draft.name || 'Your agency';
  const html = mailHtml(
    {
      subject: 'Set a new password',
      name: 'Ada',
      before: ['Someone asked to set a new password for your account.'],
      button: { label: 'Set a new password', link: `https://app.agency.example/reset-password` },
      after: ['The link works once, for 30 minutes.'],
    },
    {
      name,
      look: lookOf(draft),
      greeting: draft.greeting || ownGreeting,
      footer: draft.footer || null,
      supportAddress: draft.supportAddress || null,
      logo: draft.printedLogo,
    },
    { theme, nonce },
  );
  return (
    <Stack $gap={2}>
      <Text $tone="muted" style={{ overflowWrap: 'anywhere' }}>
        From {draft.senderName || name}
      </Text>
      <Framed title="Preview of an email" html={html} height={560} />
    </Stack>
  );
}

/** The page behind the unsubscribe link of campaign emails. It names no agency: recipients know the sender alone. */
export function UnsubscribePreview({ draft, theme }: { draft: BrandDraft; theme: 'light' | 'dark' }) {
  const nonce = usePageNonce();
  return (
    <Framed
      title="Preview of the unsubscribe page"
      html={brandPageHtml(unsubscribeQuestion, lookOf(draft), { theme, nonce })}
      height={300}
    />
  );
}

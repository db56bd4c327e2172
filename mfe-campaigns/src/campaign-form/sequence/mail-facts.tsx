import { fullInstant } from '@skein/ui/instant';
import { formatBytes } from '@skein/ui/file-drop';
import { styled } from 'styled-components';
import type { PreviewView } from '@skein/contracts/main/sequence-views';

interface MailFactsProps {
  /** Letter of the variant that is written: the server answers with one that it knows. */
  variantLabel: string;
  preview: PreviewView;
  isSaved: boolean;
  timeZone: string;
  colors: 'light' | 'dark';
}

/** What is known of the mail beside its text. */
export function MailFacts({ variantLabel, preview, isSaved, timeZone, colors }: MailFactsProps) {
  return (
    <Facts>
      <dt>Variant</dt>
      <dd>
        {variantLabel}, {isSaved ? 'saved' : 'not saved yet'}
      </dd>
      {preview.spin_variations > 1 && (
        <>
          <dt>Spintax</dt>
          <dd>one of {preview.spin_variations.toLocaleString('en-US')} texts, kept for this lead</dd>
        </>
      )}
      <dt>Mailbox</dt>
      <dd>{preview.mailbox?.from_email ?? '–'}</dd>
      {preview.earliest_send_at && (
        <>
          <dt>Earliest send</dt>
          <dd>{fullInstant(preview.earliest_send_at, timeZone)}</dd>
        </>
      )}
      {preview.attachments.length > 0 && (
        <>
          <dt>Attached</dt>
          <dd>{preview.attachments.map((file) => `${file.name} (${formatBytes(file.size)})`).join(', ')}</dd>
        </>
      )}
      {colors === 'dark' && (
        <>
          <dt>Colors</dt>
          <dd>as in an email client that darkens light emails</dd>
        </>
      )}
      <dt>Size</dt>
      <dd>
        {preview.bytes.toLocaleString('en-US')} bytes, {preview.html === '' ? 'plain text' : 'HTML and plain text'}
      </dd>
    </Facts>
  );
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px var(--s-4);
  margin-top: var(--s-3);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  dt {
    color: var(--muted);
  }
  dd {
    margin: 0;
    text-align: right;
    overflow-wrap: anywhere;
  }
`;

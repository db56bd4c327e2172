import { Avatar } from '@skein/ui/avatar';
import { Hint } from '@skein/ui/field';
import { MailFrame } from '@skein/ui/mail-frame';
import { styled } from 'styled-components';
import type { PreviewView } from '@skein/contracts/main/sequence-views';

interface PreviewedMailProps {
  width: 'desktop' | 'phone';
  preview: PreviewView;
  colors: 'light' | 'dark';
}

/** The mail as it arrives. */
export function PreviewedMail({ width, preview, colors }: PreviewedMailProps) {
  return (
    <Mail $phone={width === 'phone'}>
      <header>
        <h2>{preview.subject || 'No subject'}</h2>
        <div>
          <Avatar name={preview.mailbox?.from_name ?? 'Sender'} />
          <div>
            <b style={{ fontWeight: 'var(--w-medium)' }}>{preview.mailbox?.from_name ?? 'Sender'}</b>{' '}
            <Hint as="span">{preview.mailbox?.from_email ?? 'no mailbox chosen yet'}</Hint>
            <Hint>to {preview.lead?.email ?? 'an example lead'}</Hint>
          </div>
        </div>
      </header>
      {preview.html === '' ? (
        <pre>{preview.text}</pre>
      ) : (
        <div style={{ padding: 'var(--s-2)' }}>
          <MailFrame
            html={preview.html}
            imagesAllowed
            dark={colors === 'dark'}
            title="Preview of the email"
            height={frameHeight(
              preview.text,
              width === 'phone' ? 38 : 42,
              (preview.html.match(/<img\b/gi) ?? []).length,
            )}
          />
        </div>
      )}
    </Mail>
  );
}

const Mail = styled.article<{ $phone: boolean }>`
  width: ${({ $phone }) => ($phone ? '320px' : '100%')};
  max-width: 100%;
  margin: var(--s-3) auto 0;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
  & > header {
    padding: var(--s-4);
    border-bottom: 1px solid var(--border);
  }
  & > header > h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
    overflow-wrap: anywhere;
  }
  & > header > div {
    display: flex;
    gap: var(--s-3);
    margin-top: var(--s-2);
    min-width: 0;
  }
  & > header > div > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > pre {
    padding: var(--s-4);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font: inherit;
  }
`;

/**
 * Height in px that a mail of this text needs, since the frame cannot tell: lines of about so many letters, 22 px
 * each, and its pictures.
 */
function frameHeight(text: string, letters: number, pictures = 0): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return Math.min(640, Math.max(96, lines * 22 + pictures * 140 + 48));
}

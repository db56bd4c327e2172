import { Fragment, useState } from 'react';
import { Icon } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import { MailFrame } from '@skein/ui/mail-frame';
import { Skeleton, useDelayed } from '@skein/ui/skeleton';
import { MailText } from '@skein/ui/text';
import { styled } from 'styled-components';
import { needsFrame, paragraphsOf, textOfHtml, withoutQuotes } from './mail-text';
import { useMessageDocument } from './use-message';

/** What a mail's body needs; both a mail of a thread and an untracked reply have it. */
export interface MailBodyMessage {
  id: number;
  direction?: 'in' | 'out';
  html: string;
  is_text_only: boolean;
  remote_images: number;
  own_text: string;
  quoted_text: string;
  from: { name: string | null; email: string };
}

const Fold = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 24px;
  padding: 0 8px;
  margin-top: var(--s-3);
  border-radius: var(--r-1);
  background: var(--surface-3);
  color: var(--text-2);
  font-size: var(--fs-2);
  font-weight: var(--w-medium);
  &:hover {
    color: var(--text);
  }
`;

const Quoted = styled.div`
  margin-top: var(--s-3);
  padding-left: var(--s-3);
  border-left: 2px solid var(--border-strong);
  color: var(--muted);
`;

function Words({ text, keepsEmpty = false }: { text: string; keepsEmpty?: boolean }) {
  return (
    <>
      {paragraphsOf(text, keepsEmpty).map((lines, index) => (
        <p key={index} style={{ overflowWrap: 'anywhere' }}>
          {lines.map((line, at) => (
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </>
  );
}

/**
 * What somebody wrote; the quotation waits behind a button. Words without a form stand in the page; everything else only in the
 * mail's own document, whose policy lets its styles work and nothing else.
 */
export function MailBody({ message }: { message: MailBodyMessage }) {
  const [quoted, setQuoted] = useState(false);
  const framed = needsFrame(message);
  const lines = message.quoted_text === '' ? 0 : message.quoted_text.trim().split('\n').length;
  // Our own campaign mails: their text form names the lead's tracked links, their HTML does not.
  const own =
    message.direction === 'out' && lines === 0 && !message.is_text_only && message.html !== ''
      ? textOfHtml(message.html)
      : message.own_text;
  const fold = lines > 0 && (
    <Fold type="button" aria-expanded={quoted} onClick={() => setQuoted(!quoted)}>
      <Icon name="more" size={14} />
      {quoted ? 'Hide quoted text' : `Show quoted text, ${lines} ${lines === 1 ? 'line' : 'lines'}`}
    </Fold>
  );
  if (framed) {
    return (
      <div style={{ minWidth: 0 }}>
        <FramedMail message={message} quoted={quoted || lines === 0} />
        {fold}
      </div>
    );
  }
  return (
    <MailText>
      {own.trim() === '' && lines === 0 ? (
        <p>
          <em>This email has no text.</em>
        </p>
      ) : (
        // What we sent looks as it was written; what others send is often full of empty lines.
        <Words text={own} keepsEmpty={message.direction === 'out'} />
      )}
      {fold}
      {quoted && (
        <Quoted>
          <Words text={message.quoted_text} />
        </Quoted>
      )}
    </MailText>
  );
}

function FramedMail({ message, quoted }: { message: MailBodyMessage; quoted: boolean }) {
  const [images, setImages] = useState(false);
  const { url, isError, retry } = useMessageDocument(message.id);
  const late = useDelayed(!url && !isError);
  if (isError)
    return (
      <MailText>
        <Words text={message.own_text} />
        <p>
          <LinkButton onClick={retry}>Show with its formatting</LinkButton>
        </p>
      </MailText>
    );
  if (!url) return late ? <Skeleton $height={96} /> : <div style={{ height: 96 }} />;
  // The height is estimated from what is shown: the document leaves the quotation out.
  return (
    <MailFrame
      title={`Email from ${message.from.name || message.from.email}`}
      html={quoted ? message.html : withoutQuotes(message.html)}
      source={`${url}${images ? '&images=1' : ''}${quoted ? '' : '&own=1'}`}
      remoteImages={message.remote_images}
      imagesAllowed={images}
      onLoadImages={() => setImages(true)}
    />
  );
}

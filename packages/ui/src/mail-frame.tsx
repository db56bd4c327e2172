import { useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Icon } from './icon';
import { LinkButton } from './link';
import { buildMailDocument, countRemoteImages, estimateMailHeight } from './mail-document';
import { usePageNonce } from './page-nonce';

const Box = styled.div`
  display: grid;
  gap: var(--s-3);
  min-width: 0;
`;

const Frame = styled.iframe`
  display: block;
  width: 100%;
  border: 0;
  border-radius: var(--r-1);
  color-scheme: light;
  background: Canvas;
`;

const Blocked = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 32px;
  padding: 0 var(--s-3);
  border-radius: var(--r-1);
  background: var(--surface-3);
  color: var(--text-2);
  font-size: var(--fs-2);
  & > button {
    margin-left: auto;
    font-size: inherit;
  }
`;

/** Props of a {@link MailFrame}. */
export interface MailFrameProps {
  /** The mail's HTML as it came; nothing in it is trusted. */
  html: string;
  /** Names the frame: "Mail from Priya Raman". */
  title: string;
  /** Shows remote images from the start, when the person has said so for this sender. */
  imagesAllowed?: boolean;
  /** Told when the person loads them for this mail. */
  onLoadImages?: () => void;
  /**
   * Address of the mail's own document, which carries a policy of its own under which the mail's styles work. Given,
   * `html` serves for the height only; the owner then answers for `imagesAllowed`.
   */
  source?: string;
  /** Number of remote images, when `html` no longer names them. */
  remoteImages?: number;
  /** Shows the mail as a client does that turns light mails dark: colours inverted, pictures as they are. */
  dark?: boolean;
  /** Fixed height in px; else estimated from the content, with a way to see all of it. */
  height?: number;
}

/**
 * Hostile mail, shown safely: a frame without scripts and without our origin, its own content policy, and no remote
 * image until asked, because loading one tells the sender. The frame cannot tell its height, so it is estimated.
 */
export function MailFrame({
  html,
  title,
  imagesAllowed = false,
  onLoadImages,
  source: address,
  remoteImages,
  height,
  dark = false,
}: MailFrameProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [tall, setTall] = useState(false);
  const allowed = imagesAllowed || (address === undefined && loaded === html);
  const found = useMemo(() => countRemoteImages(html), [html]);
  const remote = remoteImages ?? found;
  const nonce = usePageNonce();
  const source = useMemo(() => buildMailDocument(html, allowed, nonce, dark), [html, allowed, nonce, dark]);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | undefined>(undefined);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || undefined));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const estimate = useMemo(() => estimateMailHeight(html, width), [html, width]);
  const limit = 640;
  const shown = height ?? (tall ? Math.max(estimate, limit) * 1.6 : Math.min(estimate, limit));
  return (
    <Box ref={box}>
      <Frame
        key={`${allowed ? 'images' : 'blocked'} ${dark ? 'dark' : 'light'}`}
        title={title}
        {...(address === undefined ? { srcDoc: source } : { src: address })}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        style={{ height: shown, ...(dark ? { filter: 'invert(1) hue-rotate(180deg)' } : {}) }}
      />
      {height === undefined && estimate > limit && (
        <LinkButton onClick={() => setTall(!tall)}>{tall ? 'Show less' : 'Show more of this email'}</LinkButton>
      )}
      {remote > 0 && !allowed && (
        <Blocked>
          <Icon name="image-off" />
          {remote === 1 ? '1 remote image blocked' : `${remote} remote images blocked`}
          <LinkButton
            onClick={() => {
              setLoaded(html);
              onLoadImages?.();
            }}
          >
            Load once
          </LinkButton>
        </Blocked>
      )}
    </Box>
  );
}

import { styled } from 'styled-components';
import { usePlayer, type Recording } from './player.hooks';
import { timeText } from './player-time';

const Film = styled.video`
  display: block;
  width: 100%;
  aspect-ratio: 16 / 10;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface-2);
`;

const Chapters = styled.ol`
  margin-top: var(--s-3);
  columns: 2;
  column-gap: var(--s-6);
  @media (max-width: 720px) {
    columns: 1;
  }
  & > li {
    break-inside: avoid;
  }
  & button {
    display: flex;
    gap: var(--s-3);
    width: 100%;
    min-height: 32px;
    align-items: center;
    padding: 0 var(--s-2);
    border-radius: var(--r-2);
    color: var(--text-2);
  }
  & button:hover {
    background: var(--surface-2);
  }
  & button[aria-current] {
    background: var(--accent-soft);
    color: var(--text);
    font-weight: var(--w-medium);
  }
  & span:first-child {
    min-width: 4ch;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

/** A recording with captions and chapters. It resumes where this device left it, and tells when it was watched to its end. */
export function VideoPlayer(props: { slug: string; title: string; video: Recording; onEnd: () => void }) {
  const { title, video } = props;
  const player = usePlayer(props);
  return (
    <section aria-label="Recording">
      <Film
        ref={player.ref}
        controls
        preload="metadata"
        playsInline
        crossOrigin="anonymous"
        aria-label={title}
        src={player.address(video.url)}
        {...(video.poster_url ? { poster: player.address(video.poster_url) } : {})}
        {...player.events}
      >
        {video.captions_url && (
          <track default kind="captions" srcLang="en" label="English" src={player.address(video.captions_url)} />
        )}
      </Film>
      {video.chapters.length > 1 && (
        <Chapters aria-label="Chapters">
          {video.chapters.map(({ at, title: chapter }, index) => (
            <li key={at}>
              <button
                type="button"
                aria-current={index === player.chapter ? 'step' : undefined}
                onClick={() => player.jump(at)}
              >
                <span>{timeText(at)}</span>
                <span>{chapter}</span>
              </button>
            </li>
          ))}
        </Chapters>
      )}
    </section>
  );
}

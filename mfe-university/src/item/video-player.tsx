import { styled } from 'styled-components';
import { usePlayer, type Recording } from './player.hooks';
import { timeText } from './player-time';

/** The colour of the band below the recordings, in every theme. */
const band = '#16181d';

const Stage = styled.div`
  container-type: inline-size;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  overflow: hidden;
  background: ${band};
`;

/**
 * The picture with its band for captions (16 to 10), and below it a room as high as the controls of a browser, so that they cover neither.
 */
const Film = styled.video`
  display: block;
  width: 100%;
  height: calc(62.5cqi + 84px);
  object-fit: contain;
  object-position: top;
  &::cue {
    font-size: 70%;
  }
`;

const Places = styled.ol<{ $columns: number }>`
  margin-top: var(--s-3);
  columns: ${({ $columns }) => $columns};
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
    padding: var(--s-1) var(--s-2);
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

const Transcript = styled.details`
  margin-top: var(--s-3);
  & > summary {
    width: fit-content;
    padding: var(--s-1) var(--s-2);
    border-radius: var(--r-2);
    font-weight: var(--w-medium);
    cursor: pointer;
  }
  & > summary:hover {
    background: var(--surface-2);
  }
`;

/** A recording with captions, chapters and a transcript. It resumes where this device left it, and tells when it was watched to its end. */
export function VideoPlayer(props: { slug: string; title: string; video: Recording; onEnd: () => void }) {
  const { title, video } = props;
  const player = usePlayer(props);
  return (
    <section aria-label="Recording">
      <Stage>
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
      </Stage>
      {video.chapters.length > 1 && (
        <Jumps
          label="Chapters"
          jumps={video.chapters.map(({ at, title: text }) => ({ at, text }))}
          current={player.chapter}
          onJump={player.jump}
        />
      )}
      {video.transcript.length > 0 && (
        <Transcript>
          <summary>Transcript</summary>
          <Jumps label="Transcript" jumps={video.transcript} onJump={player.jump} columns={1} />
        </Transcript>
      )}
    </section>
  );
}

/** Places of a recording: a press plays from there. */
function Jumps({
  label,
  jumps,
  current = -1,
  onJump,
  columns = 2,
}: {
  label: string;
  jumps: readonly { at: number; text: string }[];
  current?: number;
  onJump: (at: number) => void;
  columns?: 1 | 2;
}) {
  return (
    <Places aria-label={label} $columns={columns}>
      {jumps.map(({ at, text }, index) => (
        <li key={at}>
          <button type="button" aria-current={index === current ? 'step' : undefined} onClick={() => onJump(at)}>
            <span>{timeText(at)}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </Places>
  );
}

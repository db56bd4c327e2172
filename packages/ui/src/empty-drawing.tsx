import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Art = styled.svg`
  width: 120px;
  height: 72px;
  margin-bottom: var(--s-2);
  fill: none;
  stroke: var(--border-control);
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
  .a {
    stroke: var(--accent-text);
  }
  .b {
    stroke: var(--danger);
  }
  .f {
    fill: var(--surface-3);
    stroke: none;
  }
  .s {
    fill: var(--surface);
  }
`;

const drawings = {
  /** Two cards joined by two threads: a campaign, a sequence. */
  thread: (
    <>
      <rect className="f" x="8" y="20" width="32" height="32" rx="6" />
      <rect className="f" x="80" y="20" width="32" height="32" rx="6" />
      <path d="M16 32h16M16 40h10M88 32h16M88 40h10" />
      <path className="a" d="M40 30c16 0 24 12 40 12M40 42c7 0 12-2.3 16.5-5M63.5 35C68 32.3 73 30 80 30" />
    </>
  ),
  /** A window with a broken line: a part that did not load. */
  broken: (
    <>
      <rect className="f" x="12" y="8" width="96" height="56" rx="6" />
      <path d="M12 22h96M20 15h.01M26 15h.01M32 15h.01" />
      <path className="a" d="M20 46c14 0 18-10 32-10" />
      <path className="a" d="M68 50c14 0 18-14 32-14" strokeDasharray="3 5" />
      <path className="b" d="m56 38 8 8M64 38l-8 8" />
    </>
  ),
  /** A letter over a tray: an inbox, mail. */
  letter: (
    <>
      <path className="f" d="M20 36h20l6 10h28l6-10h20v18a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6V36Z" />
      <path d="M20 36h20l6 10h28l6-10h20" />
      <rect className="s" x="40" y="10" width="40" height="26" rx="3" />
      <path className="a" d="m41 13 19 13 19-13" />
    </>
  ),
  /** People in rows: leads, members. */
  people: (
    <>
      <rect className="f" x="14" y="10" width="92" height="52" rx="6" />
      <path d="M46 24h44M46 48h30" />
      <circle cx="31" cy="22" r="4" />
      <path d="M24 31c1-3 4-4 7-4s6 1 7 4" />
      <circle className="a" cx="31" cy="44" r="4" />
      <path className="a" d="M24 53c1-3 4-4 7-4s6 1 7 4" />
      <path d="M14 36h92" />
    </>
  ),
  /** Axes with a line still to come: figures, reports. */
  figures: (
    <>
      <rect className="f" x="28" y="40" width="12" height="18" rx="2" />
      <rect className="f" x="48" y="30" width="12" height="28" rx="2" />
      <rect className="f" x="68" y="36" width="12" height="22" rx="2" />
      <path d="M18 10v48h86" />
      <path className="a" d="M26 34c12 0 14-14 28-14" />
      <path className="a" d="M54 20c14 0 18 8 40-6" strokeDasharray="3 5" />
    </>
  ),
  /** A plug beside its socket: mailboxes, integrations. */
  plug: (
    <>
      <rect className="f" x="74" y="20" width="34" height="32" rx="6" />
      <path d="M84 32h6M84 40h6" />
      <path className="a" d="M12 36h16M28 26h14a10 10 0 0 1 0 20H28V26ZM52 32h8M52 40h8" />
    </>
  ),
  /** A lens over lines: nothing found. */
  search: (
    <>
      <rect className="f" x="20" y="10" width="64" height="52" rx="6" />
      <path d="M30 24h30M30 36h18M30 48h24" />
      <circle className="s" cx="78" cy="38" r="14" />
      <path className="a" d="M78 24a14 14 0 1 1 0 28 14 14 0 0 1 0-28ZM88 48l12 12" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

/** A line drawing for an empty place. */
export type EmptyDrawingName = keyof typeof drawings;

/** Draws it; always decoration. */
export function EmptyDrawing({ name }: { name: EmptyDrawingName }) {
  return (
    <Art viewBox="0 0 120 72" aria-hidden="true">
      {drawings[name]}
    </Art>
  );
}

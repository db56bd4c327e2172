import type { ReactNode } from 'react';

/** The 12 px glyphs: filled, knock-outs in the surface colour. Status first, then one shape per lead category, then trends. */
export const glyphShapes = {
  active: (
    <>
      <circle cx="6" cy="6" r="5.5" />
      <path d="M5 4.1v3.8L8 6 5 4.1Z" fill="var(--surface)" />
    </>
  ),
  paused: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M4.9 4.5v3M7.1 4.5v3" fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" />
    </>
  ),
  draft: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.3 2.2" />
    </>
  ),
  done: (
    <>
      <circle cx="6" cy="6" r="5.5" />
      <path
        d="m3.7 6.2 1.6 1.6 3-3.3"
        stroke="var(--surface)"
        strokeWidth="1.5"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  stopped: (
    <>
      <rect x="1" y="1" width="10" height="10" rx="2" />
    </>
  ),
  archived: (
    <>
      <path
        d="M1.75 1.75h8.5v8.5h-8.5zM4.5 5h3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  ),
  warn: (
    <>
      <path d="M5.1 1.4a1.05 1.05 0 0 1 1.8 0l4.3 7.7a1 1 0 0 1-.9 1.5H1.7a1 1 0 0 1-.9-1.5l4.3-7.7Z" />
      <path
        d="M6 4.3v2.5M6 8.7h.01"
        stroke="var(--surface)"
        strokeWidth="1.5"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  bad: (
    <>
      <path d="M3.7.7h4.6l3 3v4.6l-3 3H3.7l-3-3V3.7l3-3Z" />
      <path
        d="m4.4 4.4 3.2 3.2M7.6 4.4 4.4 7.6"
        stroke="var(--surface)"
        strokeWidth="1.5"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  wait: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 3.6V6l1.5 1" fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" />
    </>
  ),
  new: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  progress: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 3.2A2.8 2.8 0 0 1 6 8.8Z" />
    </>
  ),
  'cat-0': (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.3 2.4" />
    </>
  ),
  'cat-1': (
    <>
      <circle cx="6" cy="6" r="5" />
    </>
  ),
  'cat-2': (
    <>
      <rect x="1.3" y="1.3" width="9.4" height="9.4" rx="1.5" />
    </>
  ),
  'cat-3': (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M4 6h4" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  'cat-4': (
    <>
      <path d="M3.8.8h4.4l3 3v4.4l-3 3H3.8l-3-3V3.8l3-3Z" />
    </>
  ),
  'cat-5': (
    <>
      <rect x="2.3" y="2.3" width="7.4" height="7.4" rx="1" transform="rotate(45 6 6)" />
    </>
  ),
  'cat-6': (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 0 1 0 9Z" />
    </>
  ),
  'cat-7': (
    <>
      <path d="M6 1.2 11.3 10.5H.7L6 1.2Z" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />
    </>
  ),
  'tri-up': (
    <>
      <path d="M6 2.5 11 9.5H1Z" />
    </>
  ),
  'tri-down': (
    <>
      <path d="M6 9.5 1 2.5h10Z" />
    </>
  ),
  flat: (
    <>
      <rect x="1" y="5" width="10" height="2" rx="1" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

/** Every glyph the set holds. */
export type GlyphName = keyof typeof glyphShapes;

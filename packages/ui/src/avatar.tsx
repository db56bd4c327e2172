import { useState } from 'react';
import { styled } from 'styled-components';

const sizes = { small: 20, medium: 24, large: 40 } as const;

const Box = styled.span<{ $size: number; $square: boolean }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  overflow: hidden;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border-radius: ${({ $square }) => ($square ? 'var(--r-1)' : '50%')};
  background: var(--surface-3);
  color: var(--text-2);
  font-size: ${({ $size }) => ($size >= 40 ? 'var(--fs-3)' : 'var(--fs-1)')};
  font-weight: var(--w-bold);
  letter-spacing: 0;
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** One or two letters for a name or an address. */
export function initialsOf(name: string): string {
  const words = (name.split('@', 1)[0] ?? '').split(/[\s._-]+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : (words[0]?.[1] ?? '');
  return (first + last).toUpperCase();
}

/** Props of an {@link Avatar}. */
export interface AvatarProps {
  name: string;
  src?: string | null;
  size?: keyof typeof sizes;
  /** Squares for things (mailboxes, workspaces), circles for people. */
  square?: boolean;
  /** Set when the name does not stand beside it. */
  labelled?: boolean;
  className?: string;
}

/** A person's picture or initials. Decoration unless `labelled`. */
export function Avatar({ name, src, size = 'medium', square = false, labelled = false, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Box
      $size={sizes[size]}
      $square={square}
      className={className}
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {src && failed !== src ? <img src={src} alt="" onError={() => setFailed(src)} /> : initialsOf(name)}
    </Box>
  );
}

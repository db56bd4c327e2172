import { css, styled } from 'styled-components';

/** One line, cut with an ellipsis. */
export const truncate = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
`;

/** Up to two lines instead of an ellipsis where a table has little room: between a phone and 1200 px. */
export const wrapTight = css`
  @media (min-width: 720.02px) and (max-width: 1199.98px) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: normal;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
`;

interface TextProps {
  /** Role of the colour. */
  $tone?: 'text' | 'secondary' | 'muted' | 'success' | 'warning' | 'danger' | 'info' | 'accent';
  $size?: 1 | 2 | 3 | 4 | 5 | 6;
  $weight?: 'regular' | 'medium' | 'bold';
  $truncate?: boolean;
  $mono?: boolean;
  /** Tabular figures, aligned right. */
  $number?: boolean;
}

const tones = {
  text: '--text',
  secondary: '--text-2',
  muted: '--muted',
  success: '--success',
  warning: '--warning',
  danger: '--danger',
  info: '--info',
  accent: '--accent-text',
} as const;

/** Running text of the type scale; `as` changes the element. */
export const Text = styled.span<TextProps>`
  ${({ $tone }) => $tone && `color: var(${tones[$tone]});`}
  ${({ $size }) => $size && `font-size: var(--fs-${$size}); line-height: var(--lh-${$size});`}
  ${({ $weight }) => $weight && `font-weight: var(--w-${$weight});`}
  ${({ $mono }) => $mono && 'font-family: var(--mono);'}
  ${({ $number }) => $number && 'font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap;'}
  ${({ $truncate }) =>
    $truncate &&
    css`
      display: block;
      ${truncate}
    `}
`;

/** A title of a card, section or dialog. Size 5 is the page title. */
export const Heading = styled.h2<{ $size?: 2 | 3 | 4 | 5 | 6 }>`
  font-size: ${({ $size = 4 }) => `var(--fs-${$size})`};
  line-height: ${({ $size = 4 }) => `var(--lh-${$size})`};
  font-weight: var(--w-bold);
  letter-spacing: ${({ $size = 4 }) => ($size >= 5 ? '-.01em' : 'inherit')};
`;

/** What people write and receive: 14/22, never tightened. */
export const MailText = styled.div`
  font-size: var(--fs-mail);
  line-height: var(--lh-mail);
  letter-spacing: 0;
  p + p {
    margin-top: var(--s-3);
  }
`;

/** A secondary line under a table cell or list title. */
export const SubLine = styled.span`
  display: block;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  font-weight: var(--w-regular);
  ${truncate}
  & button {
    min-height: 0;
  }
`;

/** A count beside a title, tab or label. */
export const Count = styled.span`
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  color: var(--muted);
  font-variant-numeric: tabular-nums;
  font-weight: var(--w-medium);
`;

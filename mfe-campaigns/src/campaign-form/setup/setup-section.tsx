import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '@skein/ui/icon';

const Box = styled.section`
  min-width: 0;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 52px;
  padding-right: var(--s-4);
  & > h2 {
    flex: 1;
    min-width: 0;
    font-size: var(--fs-3);
    line-height: var(--lh-3);
  }
  & > h2 > button {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    width: 100%;
    min-height: 52px;
    padding: var(--s-2) var(--s-4);
    border-radius: var(--r-3);
    text-align: left;
    font-weight: var(--w-bold);
    &:focus-visible {
      outline-offset: -2px;
    }
  }
  & > h2 svg {
    flex: none;
    color: var(--muted);
    transition: transform var(--t-1) var(--ease);
  }
  & > h2 > button[aria-expanded='true'] > svg {
    transform: rotate(90deg);
  }
  & > h2 span {
    display: block;
  }
  & > h2 small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-regular);
    color: var(--muted);
  }
  /* Beside a button the summary would become a column: the button goes below it, under its first letter. */
  @media (max-width: 639.98px) {
    flex-wrap: wrap;
    & > h2 {
      flex-basis: 100%;
    }
    & > :not(h2) {
      margin: 0 0 var(--s-3) 44px;
    }
  }
`;

const Content = styled.div<{ $padded: boolean }>`
  border-top: 1px solid var(--border);
  ${({ $padded }) => $padded && 'padding: var(--s-4);'}
  &[hidden] {
    display: none;
  }
`;

/** The five parts of the setup. */
export type SetupPart = 'mailboxes' | 'schedule' | 'stopping' | 'tracking' | 'advanced';

/** What a part needs to be opened and closed. */
export interface Folding {
  isOpen: (part: SetupPart) => boolean;
  onToggle: (part: SetupPart) => void;
}

interface SectionProps {
  title: string;
  summary?: ReactNode;
  actions?: ReactNode;
  padded?: boolean;
  children: ReactNode;
}

/** A part of the setup. */
export const SetupSection = ({ part, folding, ...rest }: SectionProps & { part: SetupPart; folding: Folding }) => (
  <FoldedSection {...rest} part={part} open={folding.isOpen(part)} onToggle={() => folding.onToggle(part)} />
);

/** A part of a form: its name and what is set in it in one line; its fields once it is opened. */
export function FoldedSection({
  part,
  open,
  onToggle,
  title,
  summary,
  actions,
  padded = true,
  children,
}: SectionProps & { part: string; open: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <Box id={part} data-part={part}>
      <Head>
        <h2>
          <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
            <Icon name="chevron-right" />
            <span>
              {title}
              {summary && <small>{summary}</small>}
            </span>
          </button>
        </h2>
        {actions}
      </Head>
      <Content id={id} $padded={padded} hidden={!open}>
        {children}
      </Content>
    </Box>
  );
}

/** Settings of one kind inside a part. */
export const SettingsGroup = styled.section`
  & + & {
    margin-top: var(--s-5);
    padding-top: var(--s-4);
    border-top: 1px solid var(--border);
  }
  & > h3 {
    margin-bottom: var(--s-3);
    font-size: var(--fs-3);
    font-weight: var(--w-bold);
  }
`;

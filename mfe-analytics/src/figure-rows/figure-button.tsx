import { styled } from 'styled-components';
import { LinkButton } from '@skein/ui/link';

const Plain = styled(LinkButton)`
  color: inherit;
  font: inherit;
  text-decoration: underline dotted var(--muted);
  text-underline-offset: 3px;
`;

interface FigureButtonProps {
  /** As it is shown: "12" or "3.4%". */
  text: string;
  /** What it counts and of what: "Sent, Acme". */
  label: string;
  count: number;
  onOpen: () => void;
}

/** A figure in a table that opens the rows it counts. Nothing has no rows. */
export function FigureButton({ text, label, count, onOpen }: FigureButtonProps) {
  if (count === 0) return text;
  return (
    <Plain
      aria-label={`${text} ${label}`}
      onClick={(event) => {
        // The row around it opens something else.
        event.stopPropagation();
        onOpen();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {text}
    </Plain>
  );
}

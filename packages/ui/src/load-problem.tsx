import type { CSSProperties } from 'react';
import { Button } from './button';
import { Callout } from './callout';

/** Props of a {@link LoadProblem}. */
export interface LoadProblemProps {
  /** What is missing, ending with a full stop: "The templates could not be loaded." */
  title: string;
  /** Why, in the server's words. */
  message?: string | undefined;
  onRetry: () => void;
  style?: CSSProperties;
}

/** Something could not be loaded: why, and a way to try again. */
export function LoadProblem({ title, message, onRetry, style }: LoadProblemProps) {
  return (
    <Callout
      tone="danger"
      role="alert"
      title={title}
      style={style}
      actions={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Callout>
  );
}

import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { timeOfDay } from '@skein/ui/instant';
import { productName } from './brand';

export interface FailurePanelProps {
  /** What did not load, in words a person knows: "Analytics". */
  title: string;
  /** Technical name and version, for the reference line. */
  reference: string;
  error?: unknown;
  /** Why, in a sentence, when that is known. */
  reason?: string;
  attempts?: number;
  /** When it was last tried. */
  at?: Date;
  /** What works all the same, in a sentence; by default everything else. */
  rest?: string;
  onRetry: () => void;
}

/** Says that a part of the product did not load, what works all the same, and tries again. */
export function FailurePanel({
  title,
  reference,
  error,
  reason,
  attempts = 1,
  at,
  rest = `The rest of ${productName()} works.`,
  onRetry,
}: FailurePanelProps) {
  const [copied, setCopied] = useState(false);
  const details = [
    reference,
    ...(reason ? [reason] : []),
    error instanceof Error ? `${error.name}: ${error.message}` : String(error ?? ''),
    window.location.href,
    new Date().toISOString(),
  ].join('\n');
  const tried = attempts > 1 ? ` Tried ${attempts} times` : '';
  const last = at
    ? `${tried ? ', last' : ' Tried'} at ${timeOfDay(at, Intl.DateTimeFormat().resolvedOptions().timeZone)}`
    : '';
  return (
    <div role="alert" style={{ margin: 'auto' }}>
      <EmptyState
        drawing="broken"
        title={`${title} did not load`}
        actions={
          <>
            <Button variant="primary" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
            <Button
              onClick={() => {
                void navigator.clipboard.writeText(details).then(() => setCopied(true));
              }}
            >
              {copied ? 'Details copied' : 'Copy details'}
            </Button>
          </>
        }
        note={<code>{reference}</code>}
      >
        {reason && `${reason} `}
        {rest} Your campaigns keep sending.
        {tried || last ? `${tried}${last}.` : ''}
      </EmptyState>
    </div>
  );
}

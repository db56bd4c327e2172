import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

/** Props of an {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  /** The part of the product ("Analytics"). */
  part: string;
  /** A line to report with: remote, version, request id. */
  reference?: string;
  /** Told of every error, for the log. */
  onError?: (error: Error, info: ErrorInfo) => void;
  /** Something else than the usual text and button. */
  fallback?: (error: Error, retry: () => void) => ReactNode;
  /** A new value tries again, e.g. the path. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  resetKey: string | undefined;
}

/** Keeps the failure of one part from taking the page along; offers to try again and to copy the details. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  retry = () => this.setState({ error: null });

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback) return this.props.fallback(error, this.retry);
    const details = [`${this.props.part} did not load`, this.props.reference, error.message].filter(Boolean).join('\n');
    return (
      <div role="alert">
        <EmptyState
          drawing="broken"
          title={`${this.props.part} did not load`}
          note={this.props.reference}
          actions={
            <>
              <Button variant="primary" icon="refresh" onClick={this.retry}>
                Try again
              </Button>
              <Button
                onClick={() => {
                  void navigator.clipboard?.writeText(details);
                }}
              >
                Copy details
              </Button>
            </>
          }
        >
          The rest of the product works. Nothing that was saved is lost.
        </EmptyState>
      </div>
    );
  }
}

import { Component, type ReactNode } from 'react';
import type { AreaPresence } from './area-presence';
import { FailurePanel, type FailurePanelProps } from './failure-panel';
import { forgetFailedLoads } from './lazy-page';
import { usePage } from './page';
import { isStaleBuild, offerReload } from './stale-build';
import { telemetry } from './telemetry';

interface Props {
  area: string;
  title: string;
  presence?: AreaPresence | undefined;
  children: ReactNode;
}

interface State {
  error: unknown;
  failed: boolean;
  attempts: number;
  at?: Date;
}

/** The panel in the place of a whole area: the page before has gone, and the top bar must not go on naming it. */
function FailedArea(props: FailurePanelProps) {
  usePage([{ label: props.title }]);
  return <FailurePanel {...props} />;
}

/** Keeps a failure inside its area: shows the panel with the area's name and a retry; the rest of the product goes on. */
export class AreaBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, attempts: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true, at: new Date() };
  }

  override componentDidCatch(error: unknown): void {
    this.path = window.location.pathname;
    if (this.props.presence) this.props.presence.isKeepable = false;
    this.setState(({ attempts }) => ({ attempts: attempts + 1 }));
    telemetry.failed(`area ${this.props.area}`, error);
    if (isStaleBuild(error)) offerReload();
  }

  private path = window.location.pathname;

  private readonly retry = () => {
    forgetFailedLoads();
    this.path = window.location.pathname;
    this.setState({ failed: false, error: undefined });
  };

  // Going to another page leaves the failure behind; single-spa announces every navigation by this event.
  private readonly leave = () => {
    const { pathname } = window.location;
    // Another area's address is none to try again with: this one is taken down.
    if (this.state.failed && pathname !== this.path && (this.props.presence?.owns(pathname) ?? true)) this.retry();
  };

  override componentDidMount(): void {
    window.addEventListener('popstate', this.leave);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('popstate', this.leave);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // A part stands inside the page of another area, which keeps its name.
    const Panel = this.props.presence ? FailedArea : FailurePanel;
    return (
      <Panel
        title={this.props.title}
        reference={`area ${this.props.area}`}
        error={this.state.error}
        attempts={this.state.attempts}
        at={this.state.at}
        onRetry={this.retry}
      />
    );
  }
}

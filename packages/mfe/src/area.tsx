import { type ComponentType, useMemo } from 'react';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import type { AreaPresence } from './area-presence';
import { AreaProviders } from './area-providers';
import { FailurePanel } from './failure-panel';
import type { MountedPart } from './host';
import type { PartContracts, PartName } from './parts';

/** What an area is called: `campaigns`, "Campaigns". The manifest of the remote says the same. */
export interface AreaName {
  name: string;
  title: string;
}

/**
 * The life cycles of an area, for `src/app.tsx`:
 * `export const { bootstrap, mount, unmount, update } = createArea(manifest, CampaignsArea);`
 *
 * single-spa-react resolves a mount only when its outer component is mounted, so everything that may wait or throw
 * stands inside the boundary that this puts around `Root`. The shell hands in `presence`, by which an area that was
 * left may be kept (area-presence.tsx).
 */
export function createArea({ name, title }: AreaName, Root: ComponentType) {
  const Outer = ({ presence }: { presence?: AreaPresence }) => {
    const content = useMemo(() => <Root />, []);
    return (
      <AreaProviders area={name} title={title} presence={presence}>
        {content}
      </AreaProviders>
    );
  };
  return singleSpaReact({
    React,
    ReactDOMClient,
    rootComponent: Outer,
    errorBoundary: (error: Error) => (
      <FailurePanel title={title} reference={`area ${name}`} error={error} onRetry={() => window.location.reload()} />
    ),
  } as never);
}

/** What a part's module exports as `part`. */
export interface PartModule<Props> {
  part: { mount(element: HTMLElement, props: Props): MountedPart<Props> };
}

/** A part that other areas may show, for `src/parts/<name>.tsx`: `export const part = createPart('inbox/thread', manifest, Thread);` */
export function createPart<Name extends PartName>(
  name: Name,
  { title }: Pick<AreaName, 'title'>,
  Root: ComponentType<PartContracts[Name]>,
): PartModule<PartContracts[Name]>['part'] {
  return {
    mount(element, first) {
      const root = ReactDOMClient.createRoot(element);
      const show = (props: PartContracts[Name]) =>
        root.render(
          <AreaProviders area={name} title={title}>
            <Root {...props} />
          </AreaProviders>,
        );
      show(first);
      // Deferred: React refuses to unmount a root while another one is rendering.
      return { update: show, unmount: () => queueMicrotask(() => root.unmount()) };
    },
  };
}

import { createContext, useContext, useMemo } from 'react';
import type { AnchorHTMLAttributes, ComponentType, ReactNode, Ref } from 'react';
import { StyleSheetManager } from 'styled-components';

/** What a link component must take; `href` is an address of the product or an absolute one. */
export interface LinkComponentProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** Surroundings that components need but do not own. */
export interface UiSettings {
  /** Renders links; the host gives one that uses its router. Default: a plain anchor. */
  LinkComponent: ComponentType<LinkComponentProps>;
  /** BCP 47 tag for numbers and dates. */
  locale: string;
  /** IANA zone in which dates are shown. */
  timeZone: string;
  /** Where dialogs, menus and tooltips are put; `null` means the end of the body. */
  portalContainer: HTMLElement | null;
  /** The page's CSP nonce, for the style elements that must be created at run time. */
  nonce: string | undefined;
}

function PlainLink({ children, ...rest }: LinkComponentProps) {
  return <a {...rest}>{children}</a>;
}

const defaults: UiSettings = {
  LinkComponent: PlainLink,
  locale: 'en-US',
  timeZone: 'UTC',
  portalContainer: null,
  nonce: undefined,
};

const UiContext = createContext<UiSettings>(defaults);

/** Gives components their surroundings; whatever is left out comes from the provider above or the defaults. */
export function UiProvider({ children, ...given }: Partial<UiSettings> & { children: ReactNode }) {
  const outer = useContext(UiContext);
  const { LinkComponent, locale, timeZone, portalContainer, nonce } = given;
  const settings = useMemo<UiSettings>(
    () => ({
      LinkComponent: LinkComponent ?? outer.LinkComponent,
      locale: locale ?? outer.locale,
      timeZone: timeZone ?? outer.timeZone,
      portalContainer: portalContainer === undefined ? outer.portalContainer : portalContainer,
      nonce: nonce ?? outer.nonce,
    }),
    [LinkComponent, locale, timeZone, portalContainer, nonce, outer],
  );
  const content = <UiContext value={settings}>{children}</UiContext>;
  return nonce ? <StyleSheetManager nonce={nonce}>{content}</StyleSheetManager> : content;
}

/** The surroundings given by the nearest {@link UiProvider}. */
export function useUi(): UiSettings {
  return useContext(UiContext);
}

import type { PartContracts, PartName } from './parts';

/** A part of another area that stands in this page. */
export interface MountedPart<Props> {
  update(props: Props): void;
  unmount(): void;
}

/** What only the shell can do for an area. Everything else is a module of this package. */
export interface Host {
  /** Loads a part and shows it in `element`; rejects when its area cannot be loaded. */
  mountPart<Name extends PartName>(
    name: Name,
    element: HTMLElement,
    props: PartContracts[Name],
  ): Promise<MountedPart<PartContracts[Name]>>;
  /** Fetches the code of the area that owns an address, so that going there is instant. */
  preload(address: string): void;
  /** Opens the command palette, with `query` typed in. */
  openPalette(query?: string): void;
  /** Opens the sheet of shortcuts. */
  openHelp(): void;
  /** Whether this installation has a support chat: SUPPORT_CHAT_URL is set. */
  hasSupportChat?: boolean;
}

let host: Host | undefined;

/** Called once, by the shell. */
export function provideHost(provided: Host): void {
  host = provided;
}

/** The shell, for areas. */
export function getHost(): Host {
  if (!host) throw new Error('The host was asked for before the shell had provided it.');
  return host;
}

import { useSignal } from '@skein/mfe/signal';
import { CommandPalette } from './command-palette';
import { HelpSheet } from './help-sheet';
import { overlay } from './overlays-state';
import { SandboxDialog } from './sandbox-dialog';

/** What floats over the frame; loaded with the first thing that does. */
export function Overlays() {
  const shown = useSignal(overlay);
  if (shown?.kind === 'palette') return <CommandPalette initialQuery={shown.query} onHere={shown.isHere} />;
  if (shown?.kind === 'help') return <HelpSheet />;
  if (shown?.kind === 'sandbox') return <SandboxDialog at={shown.at} />;
  return null;
}

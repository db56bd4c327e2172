import { Badge } from '@skein/ui/badge';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import type { ServerRow } from '@skein/contracts/smart-servers/server-shapes';
import { detailOfServer, stateOfServer } from './server-labels';

/** In the sandbox no machine is rented: each page says so. */
export const Simulated = ({ isSandbox }: { isSandbox: boolean }) =>
  isSandbox ? (
    <Badge tone="info" title="Servers run on this machine, each on a loopback address. Nothing is rented.">
      Simulated
    </Badge>
  ) : null;

export function ServerState({ server, withDetail = true }: { server: ServerRow; withDetail?: boolean }) {
  const { state, word } = stateOfServer(server);
  return (
    <>
      <StateStatus state={state}>{word}</StateStatus>
      {withDetail && <SubLine>{detailOfServer(server)}</SubLine>}
    </>
  );
}

import { createClient } from '@skein/contracts/client';
import { authContract } from '@skein/contracts/main/auth.contract';
import type { Transport } from '@skein/contracts/client';
import { pageTransport } from '@skein/mfe/transport';

/** The client of the identity endpoints over the page's transport. */
export const authClient = createClient(authContract, (request) => pageTransport(request));

/** The same over another transport. */
export const authClientOver = (transport: Transport) => createClient(authContract, transport);

import { remotesContract } from '@skein/contracts/main/remotes.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { listRemotes, pinRemote, rollBackRemote, setCanary, setRemoteOff } from './remotes';

export const remotesRoutes = (deps: MainDeps) =>
  routes(remotesContract)(deps, {
    listRemotes: (d) => listRemotes(d),
    rollBackRemote: (d, { actor, params, body }) => rollBackRemote(d, actor, params.remote, body.version ?? null),
    setCanary: (d, { actor, params, body }) => setCanary(d, actor, params.remote, body.canary),
    pinRemote: (d, { actor, params, body }) => pinRemote(d, actor, params.remote, body),
    setRemoteOff: (d, { actor, params, body }) => setRemoteOff(d, actor, params.remote, body.is_off),
  });

import { v1ClientKeysContract } from '@skein/contracts/v1/client-keys.contract';
import type { MainDeps } from '#main/deps';
import { createClientKey, listClientKeys, removeClientKey, resetClientKey } from './client-keys';
import { wireRoutes } from './wire-routes';

export const v1ClientKeysRoutes = (deps: MainDeps) =>
  wireRoutes(v1ClientKeysContract, { keepsAnswers: false })(deps, {
    createKey: (d, { actor, body }) => createClientKey(d, actor, body),
    listKeys: (d, { actor, query }) =>
      listClientKeys(d, actor, { clientId: query.clientId, status: query.status, name: query.keyName }),
    resetKey: (d, { actor, params }) => resetClientKey(d, actor, params.clientKeyId),
    resetKeyByBody: (d, { actor, body }) => resetClientKey(d, actor, body.id),
    removeKey: (d, { actor, params }) => removeClientKey(d, actor, params.clientKeyId),
    removeKeyByBody: (d, { actor, body }) => removeClientKey(d, actor, body.id),
  });

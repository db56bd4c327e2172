import type { ReadableStream } from 'node:stream/web';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { changeBrand, dropImage, publishInSandbox, putImage, readBrand, verifyBrand } from './whitelabel';

export const whitelabelRoutes = (deps: MainDeps) =>
  routes(whitelabelContract)(deps, {
    read: (d, { actor }) => readBrand(d, actor),
    change: (d, { actor, body }) => changeBrand(d, actor, body),
    putImage: (d, { actor, params, raw }) => putImage(d, actor, params.kind, raw.req.raw.body as ReadableStream | null),
    dropImage: (d, { actor, params }) => dropImage(d, actor, params.kind),
    verify: (d, { actor }) => verifyBrand(d, actor),
    publishInSandbox: (d, { actor }) => publishInSandbox(d, actor),
  });

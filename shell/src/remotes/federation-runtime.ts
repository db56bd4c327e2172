import federation from '@module-federation/webpack-bundler-runtime';
import type { createInstance } from '@module-federation/enhanced/runtime';

type Options = Parameters<typeof createInstance>[0];
type Instance = ReturnType<typeof createInstance>;

const runtime = federation.runtime as unknown as {
  createInstance: typeof createInstance;
  getInstance: (find: (instance: Instance) => boolean) => Instance | null;
};

/**
 * An instance of the federation runtime by its name. The runtime's own `init` goes by the identifier of the build it stands in, which is
 * the shell's here, and makes what it answers the one that its other functions speak for.
 */
export function init(options: Options): Instance {
  const known = runtime.getInstance(({ name }) => name === options.name);
  if (!known) return runtime.createInstance({ ...options, id: options.name } as Options);
  known.initOptions({ ...options, id: options.name } as Parameters<Instance['initOptions']>[0]);
  return known;
}

/**
 * The federation runtime of the page, which areas use too (packages/build/provided/federation-of-shell.mjs): each would otherwise bring its
 * own (25 kB gzip an area, or the half of it that stands between webpack and the runtime's core, 5 kB brotli).
 */
Object.assign(globalThis, { skeinFederation: { ...federation, runtime: { ...federation.runtime, init } } });

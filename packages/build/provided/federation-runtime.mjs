// The federation runtime of the page. The shell loads areas with it and keeps it for them: each would otherwise bring its own (25 kB gzip
// an area, or the half of it that stands between webpack and the runtime's core, 5 kB brotli).
import federation from 'federation-source/dist/index.js';
import { initContainerEntry } from 'federation-source/dist/initContainerEntry.js';

/**
 * An instance by its name. The runtime's own `init` goes by the identifier of the build it stands in, which is the shell's here, and
 * makes what it answers the one that its other functions speak for.
 */
export function init(options) {
  const known = federation.runtime.getInstance(({ name }) => name === options.name);
  if (!known) return federation.runtime.createInstance({ ...options, id: options.name });
  known.initOptions({ ...options, id: options.name });
  return known;
}

globalThis.skeinFederation = { ...federation, runtime: { ...federation.runtime, init }, bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry } };

// The federation runtime's preloading of remotes goes by its descriptions of them, which are not there.
const refuse = () => {
  throw new Error('The federation runtime cannot preload remotes here: shell/src/remotes/preload.ts does.');
};

export const defaultPreloadArgs = {};
export const formatPreloadArgs = refuse;
export const normalizePreloadExposes = refuse;
export const preloadAssets = refuse;

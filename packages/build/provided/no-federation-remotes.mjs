// Remotes that are written into a build: ours are told at run time.
export const remotes = undefined;

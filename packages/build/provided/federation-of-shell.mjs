// What stands for the federation runtime in a remote: that of the shell it is loaded into.
if (!globalThis.skeinFederation)
  throw new Error('There is no federation runtime here: a remote runs only within the shell.');

export default globalThis.skeinFederation;

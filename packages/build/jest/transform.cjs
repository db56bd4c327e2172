'use strict';
const { createTransformer } = require('@swc/jest');

/**
 * swc, whose results every project and stage of the same machine shares: Jest by itself counts the whole configuration
 * into the name under which it keeps one, the list of test files included, so that each project would translate the
 * whole backend for itself.
 */
exports.createTransformer = (options) => {
  const swc = createTransformer(options);
  return {
    ...swc,
    getCacheKey: (source, file, how) => swc.getCacheKey(source, file, { ...how, configString: '' }),
  };
};

'use strict';
// The features of an area among themselves. Apart from .dependency-cruiser.cjs, because tests may look into several of them, and circles of
// folders are found only in a tree without tests.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-knots-of-features',
      comment: 'Features import each other in one direction: of a knot nothing can be changed alone.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^backend/src/(?:services/main/[^/]+|engine)/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: ['[.]test[.]tsx?$', '/testing(?:[.]ts$|/)', '(?:^|/)dist/'] },
    cache: { folder: 'node_modules/.cache/dependency-cruiser-features', strategy: 'content' },
  },
};

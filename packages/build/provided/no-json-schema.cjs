'use strict';
// Stands for zod's JSON-schema converters, which every schema class refers to and no screen calls.
module.exports = new Proxy(
  {},
  {
    get: (_target, name) =>
      name === '__esModule'
        ? true
        : () => () => {
            throw new Error('JSON schemas are not made in the browser.');
          },
  },
);

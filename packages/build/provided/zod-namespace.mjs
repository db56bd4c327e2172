export * from 'zod-source/classic/schemas.js';
export * from 'zod-source/classic/checks.js';
export * from 'zod-source/classic/errors.js';
export * from 'zod-source/classic/parse.js';
export * from 'zod-source/classic/compat.js';
export {
  $brand,
  $input,
  $output,
  NEVER,
  clone,
  config,
  flattenError,
  formatError,
  globalRegistry,
  prettifyError,
  regexes,
  registry,
  treeifyError,
} from 'zod-source/core/index.js';
export { ZodISODate, ZodISODateTime, ZodISODuration, ZodISOTime } from 'zod-source/classic/iso.js';
export * as iso from 'zod-source/classic/iso.js';
export * as coerce from 'zod-source/classic/coerce.js';

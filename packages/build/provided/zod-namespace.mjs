// The part of zod that contracts and forms use (packages/build/test/provided.test.ts says when something is missing). Named one by
// one: a shared module is not tree-shaken from outside, so that a star would carry every string format and codec to everybody.
export {
  ZodArray,
  ZodBoolean,
  ZodNumber,
  ZodObject,
  ZodString,
  ZodType,
  any,
  array,
  boolean,
  custom,
  date,
  discriminatedUnion,
  email,
  enum,
  int,
  intersection,
  lazy,
  literal,
  looseObject,
  never,
  null,
  nullable,
  number,
  object,
  optional,
  partialRecord,
  preprocess,
  record,
  strictObject,
  string,
  tuple,
  undefined,
  union,
  unknown,
  url,
  uuid,
} from 'zod-source/classic/schemas.js';
export { ZodError, ZodRealError } from 'zod-source/classic/errors.js';
export { NEVER, config } from 'zod-source/core/index.js';
export * as coerce from './zod-coerce.mjs';
export * as iso from './zod-iso.mjs';

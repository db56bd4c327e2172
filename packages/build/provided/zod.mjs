// What the shell provides under the name zod: everything but 40 locales and the JSON-schema converters, which no screen
// needs and which a shared module could not leave out by itself.
import * as z from './zod-namespace.mjs';

// Deliberate: no compiled fast path. It builds functions from text, which our Content-Security-Policy forbids, and the
// attempt alone would be reported as a violation on every page.
z.config({ jitless: true });

export * from './zod-namespace.mjs';
export { z, z as default };

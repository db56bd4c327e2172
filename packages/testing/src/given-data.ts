import type { z } from 'zod';

/** What the definitions of zod schemas hold: other schemas, and the codes of enumerations. */
interface Part {
  type?: string;
  entries?: Record<string, unknown>;
  values?: unknown[];
  getter?: () => unknown;
}

const texts = new Set<string>();
const codes = new Set<string>();
const seen = new Set<unknown>();

function addCodes(part: unknown): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const def = (part as { _zod?: { def: Part } })._zod?.def;
  if (def) {
    for (const code of [...Object.values(def.entries ?? {}), ...(def.type === 'literal' ? (def.values ?? []) : [])])
      if (typeof code === 'string') codes.add(code);
    if (def.getter) addCodes(def.getter());
    for (const value of Object.values(def)) addCodes(value);
  } else for (const value of Object.values(part)) addCodes(value);
}

function addTexts(value: unknown): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      texts.add(name);
      addTexts(part);
    }
}

/** What a test gives its page to show, as texts: whatever else the page shows is its own. Codes are no data: a page says them in words. */
export const givenData = {
  add(value: unknown, schema?: z.ZodType): void {
    addTexts(value);
    if (schema) addCodes(schema);
  },
  texts: (): string[] => [...texts].filter((text) => !codes.has(text)),
  clear: (): void => texts.clear(),
};

import { z } from 'zod';
import type { Endpoint } from './endpoint';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const choosing = new Set(['boolean', 'integer', 'number']);

const parts = (schema: Schema): Schema[] => [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];

/** Whether its values are told apart by what they do: a switch, a choice, a number, a list of choices. */
const isChoice = (schema: Schema): boolean =>
  schema.enum !== undefined ||
  [schema.type].flat().some((type) => type !== undefined && choosing.has(type)) ||
  (schema.items !== undefined && isChoice(schema.items)) ||
  parts(schema).some(isChoice);

/** Names that point at a row or a version instead of choosing something. */
const isReference = (name: string): boolean =>
  /(^|_)ids?$|^(version|expected_version|size|pageSize|seq_number|variants|steps)$/.test(name);

const schemaOf = (body: z.ZodType): Schema => z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema;

/** Every field of a request body by its name, whatever it holds. */
export const fieldsOf = ({ body }: Pick<Endpoint, 'body'>): string[] =>
  body ? Object.keys(schemaOf(body).properties ?? {}) : [];

/** Every setting of a request body by its name: switches, choices and numbers, at any depth. */
export function settingsOf(endpoint: Pick<Endpoint, 'body'>): string[] {
  if (!endpoint.body) return [];
  const names = new Set<string>();
  const walk = (schema: Schema): void => {
    for (const [name, value] of Object.entries(schema.properties ?? {})) {
      if (isChoice(value) && !isReference(name)) names.add(name);
      walk(value);
    }
    if (schema.items) walk(schema.items);
    for (const part of parts(schema)) walk(part);
  };
  walk(schemaOf(endpoint.body));
  return [...names];
}

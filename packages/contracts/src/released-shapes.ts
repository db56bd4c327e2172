import { z } from 'zod';
import { allEndpoints } from './all';
import type { AnyEndpoint } from './endpoint';

/** JSON Schema, as far as it is compared. */
export interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  items?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

/** What a released endpoint promised. */
export interface ReleasedEndpoint {
  service: string;
  who: string;
  answer: string;
  aliases?: readonly string[];
  query?: Shape;
  body?: Shape;
  response?: Shape;
}

/** By `METHOD /path`. */
export type ReleasedContracts = Record<string, ReleasedEndpoint>;

const shapeOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): Shape | undefined => {
  if (!schema) return undefined;
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Shape;
  return withoutWords(shape) as Shape;
};

/** Keywords that say nothing about what breaks. */
const unread = new Set(['description', 'title', 'examples', 'default', 'format', '$schema', '~standard']);

/**
 * Descriptions and examples may change at any time; of a pattern only that there is one is compared, and no bound is the greatest number.
 */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !unread.has(name) && Math.abs(Number(inner)) !== Number.MAX_SAFE_INTEGER)
      .map(([name, inner]) =>
        name === 'properties'
          ? [
              name,
              Object.fromEntries(Object.entries(inner as object).map(([field, shape]) => [field, withoutWords(shape)])),
            ]
          : [name, name === 'pattern' ? 'some' : withoutWords(inner)],
      ),
  );
}

export const releasedEndpoint = (service: string, endpoint: AnyEndpoint): ReleasedEndpoint => ({
  service,
  who: endpoint.access.who,
  answer: endpoint.answer ?? 'envelope',
  ...(endpoint.aliases?.length ? { aliases: endpoint.aliases } : {}),
  query: shapeOf(endpoint.query, 'input'),
  body: endpoint.rawBody ? undefined : shapeOf(endpoint.body, 'input'),
  response: endpoint.answer === 'raw' ? undefined : shapeOf(endpoint.response, 'output'),
});

/** The shapes of the contracts as they are now. */
export const currentShapes = (): ReleasedContracts =>
  Object.fromEntries(
    allEndpoints().map(({ contract, endpoint }) => [
      `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`,
      releasedEndpoint(contract.service, endpoint),
    ]),
  );

/** The text of `packages/contracts/released.json`: an endpoint a line, so that a difference can be read. */
export const releasedText = (shapes: ReleasedContracts): string =>
  `{\n${Object.keys(shapes)
    .sort()
    .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(shapes[name])}`)
    .join(',\n')}\n}\n`;

import type { z } from 'zod';
import { allEndpoints } from './all';
import { openApiDocument, openApiPath } from './openapi';

type Json = Record<string, unknown>;
interface Operation {
  parameters: Json[];
  requestBody?: { content: { 'application/json': { schema: Json; example: unknown } } };
  responses: Record<string, { content?: { 'application/json': { schema: Json } } }>;
}
const document = openApiDocument({ url: 'https://skein.test' });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
  ),
);

/** Fields without a description, or that show no example at themselves or at the fields in them. */
function undescribed(schema: unknown, path: string): string[] {
  if (!schema || typeof schema !== 'object') return [];
  const { properties, items, additionalProperties, ...rest } = schema as Json;
  return [
    ...Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([name, property]) => [
      ...(String(property['description'] ?? '').length < 4 ? [`${path}.${name}`] : []),
      ...('example' in property || property['properties'] ? [] : [`${path}.${name} has no example`]),
      ...undescribed(property, `${path}.${name}`),
    ]),
    ...undescribed(items, `${path}[]`),
    ...undescribed(additionalProperties, `${path}{}`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      ((rest[key] ?? []) as unknown[]).flatMap((option) => undescribed(option, path)),
    ),
  ];
}

/** What may be left out shows its example at its schema: pages that try calls fill a field with the example of its parameter. */
const hasExample = (parameter: Json) =>
  parameter['required']
    ? 'example' in parameter
    : 'examples' in (parameter['schema'] as Json) && !('example' in parameter);

it('describes every field of every endpoint and shows an example of it', () => {
  const missing = operations.flatMap(([name, operation]) => [
    ...operation.parameters
      .filter((parameter) => !parameter['description'] || !hasExample(parameter))
      .map((parameter) => `${name} ${String(parameter['name'])}`),
    ...undescribed(operation.requestBody?.content['application/json'].schema, `${name} body`),
    ...Object.values(operation.responses)
      .filter((response) => response.content)
      .flatMap((response) =>
        undescribed(
          (response.content!['application/json'].schema['properties'] as Json | undefined)?.['data'] ?? {},
          `${name} answer`,
        ),
      ),
  ]);
  expect(missing).toEqual([]);
});

it('gives examples of bodies that the endpoints of the public API take', () => {
  const refused = allEndpoints()
    .filter(({ endpoint }) => endpoint.path.startsWith('/api/v1/') && endpoint.body && !endpoint.rawBody)
    .flatMap(({ endpoint }) => {
      const operation = document.paths[openApiPath(endpoint.path)]![endpoint.method.toLowerCase()] as Operation;
      const parsed = (endpoint.body as z.ZodType).safeParse(operation.requestBody!.content['application/json'].example);
      return parsed.success
        ? []
        : [
            `${endpoint.method} ${endpoint.path}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
          ];
    });
  expect(refused).toEqual([]);
});

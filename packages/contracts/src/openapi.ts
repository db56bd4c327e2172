import { z } from 'zod';
import { allContracts, allEndpoints, type NamedEndpoint } from './all';
import type { Access, AnyEndpoint, Contract } from './endpoint';
import { errorCodes } from './errors';
import { documented, documentedField, exampleOf } from './field-docs';
import { scopesToName } from './permissions';

/** Enough of OpenAPI 3.1 for what is printed here. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: {
    securitySchemes: Record<string, unknown>;
    schemas: Record<string, unknown>;
    responses: Record<string, unknown>;
  };
}

/** `public`: what is under /api/v1 alone. */
type Part = 'public' | 'all' | undefined;

const errorSchema = {
  type: 'object',
  required: ['ok', 'message', 'code', 'request_id'],
  properties: {
    ok: { const: false },
    message: { type: 'string' },
    code: { enum: Object.keys(errorCodes) },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the given contracts. Made from the same values that the server mounts, so it cannot drift. */
export function openApiDocument(options: { url: string; contracts?: Contract[]; part?: Part }): OpenApiDocument {
  const isPublic = ({ endpoint }: NamedEndpoint) => endpoint.path.startsWith('/api/v1/');
  const found = allEndpoints(options.contracts ?? allContracts);
  const publicOnes = found.filter(isPublic);
  // Public calls come first: they are what somebody else's program uses.
  const endpoints =
    options.part === 'public' ? publicOnes : [...publicOnes, ...found.filter((each) => !isPublic(each))];
  const paths: OpenApiDocument['paths'] = {};
  for (const named of endpoints) {
    const path = openApiPath(named.endpoint.path);
    (paths[path] ??= {})[named.endpoint.method.toLowerCase()] = operation(named, tagOf(named, options.part));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skein',
      version: '1',
      description:
        'Paths under /api/v1 are the public API: bare answers, an API key as ?api_key=, X-API-Key or bearer token. The others are what the screens use: answers as { ok, data, message }.',
    },
    servers: [{ url: options.url }],
    tags: [...tagsOf(publicOnes, options.part), ...tagsOf(endpoints, options.part)]
      .filter((name, index, all) => all.indexOf(name) === index)
      .map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key' },
        apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'What went wrong, in one sentence',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

/** The group of a call. Among public calls alone the version says nothing; beside the others it tells them apart. */
function tagOf({ contract: { tag } }: NamedEndpoint, part: Part): string {
  const short = tag.replace(/^API v1: /, '');
  return part === 'public' ? short.charAt(0).toUpperCase() + short.slice(1) : tag;
}

const tagsOf = (endpoints: readonly NamedEndpoint[], part: Part): string[] =>
  [...new Set(endpoints.map((each) => tagOf(each, part)))].sort();

/** `/api/campaigns/:campaignId` as `/api/campaigns/{campaignId}`. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');

function operation({ contract, name, endpoint }: NamedEndpoint, tag: string): Record<string, unknown> {
  return {
    operationId: `${contract.service}_${contract.tag.replace(/\W+/g, '-')}_${name}`,
    tags: [tag],
    summary: endpoint.summary,
    description:
      accessText(endpoint.access) + (endpoint.aliases?.length ? `\n\nAlso: ${endpoint.aliases.join(', ')}` : ''),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': requestContent(endpoint.body) },
          },
        }
      : {}),
    responses: {
      [String(endpoint.status ?? 200)]: success(endpoint),
      default: { $ref: '#/components/responses/Error' },
    },
    security: security(endpoint.access),
    ...(endpoint.access.who === 'person' ? { 'x-required-scope': endpoint.access.may } : {}),
  };
}

function requestContent(body: z.ZodType): Record<string, unknown> {
  const schema = documented(schemaOf(body, 'input'));
  return { schema, example: exampleOf(schema) };
}

function success(endpoint: AnyEndpoint): Record<string, unknown> {
  if (endpoint.answer === 'raw') return { description: 'Not JSON' };
  const data = documented(schemaOf(endpoint.response, 'output'));
  const schema =
    endpoint.answer === 'bare'
      ? data
      : {
          type: 'object',
          required: ['ok', 'data', 'message'],
          properties: { ok: { const: true }, data, message: { type: 'string' } },
        };
  return { description: 'Success', content: { 'application/json': { schema } } };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Record<string, unknown>[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, example, ...schema } = documentedField(name, property as Record<string, unknown>);
    if (place === 'path' || required.includes(name))
      return { name, in: place, description, example, required: true, schema };
    // An example of the parameter would stand in its field when a call is tried, and narrow the answer by a filter that nobody chose.
    return { name, in: place, description, required: false, schema: { ...schema, examples: [example] } };
  });
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  // `unrepresentable: 'any'`: a date, or a value that a transform makes, is described as "anything" instead of failing.
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as Record<string, unknown>;
  return json;
}

function accessText(access: Access): string {
  if (access.who === 'anyone') return 'No credentials needed.';
  if (access.who === 'link') return 'A token in the address or cookie is the credential.';
  if (access.who === 'operator') return 'A logged-in browser of someone who runs this installation.';
  return access.who === 'session'
    ? `A logged-in browser with the permission ${access.may}.`
    : `Scope of an API key: \`${access.may}\`${scopesToName.has(access.may) ? ', which the key must name: one without scopes is refused' : ''}. A person needs the permission of the same name.`;
}

function security(access: Access): Record<string, string[]>[] {
  if (access.who === 'anyone' || access.who === 'link') return [];
  return access.who === 'session' || access.who === 'operator'
    ? [{ bearer: [] }]
    : [{ bearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }];
}

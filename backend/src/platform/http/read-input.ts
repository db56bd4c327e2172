import type { Context } from 'hono';
import type { AnyEndpoint } from '@skein/contracts/endpoint';
import { unknownFieldMessage, unknownFields } from '@skein/contracts/unknown-fields';
import { validationError } from './error-answer';
import { largestBodyOf } from './largest-body';
import { readText } from './read-text';
import { SkeinError } from './skein-error';

/** What a request brings, by its contract. @throws SkeinError VALIDATION that names each field */
export async function readInput(endpoint: AnyEndpoint, context: Context, bare: boolean) {
  const params = endpoint.params
    ? parsePart({ source: 'params', schema: endpoint.params, value: context.req.param(), bare })
    : undefined;
  // The public wire keeps the market's tolerance, and a link that was mailed can come with whatever a tracker put behind it.
  const isLink = endpoint.method === 'GET' && (endpoint.access.who === 'link' || endpoint.access.who === 'anyone');
  const query = endpoint.query
    ? parsePart({
        source: 'query',
        schema: endpoint.query,
        value: readQuery(context),
        bare,
        refusesUnknown: !bare && !isLink,
      })
    : undefined;
  const body =
    endpoint.body && !endpoint.rawBody
      ? parsePart({
          source: 'body',
          schema: endpoint.body,
          value: await readBody(context, largestBodyOf(endpoint)),
          bare,
          refusesUnknown: !bare,
        })
      : undefined;
  return { params, query, body };
}

function readQuery(context: Context): Record<string, string | string[]> {
  const all = context.req.queries();
  return Object.fromEntries(
    Object.entries(all).map(([key, values]) => [key, values.length === 1 ? (values[0] as string) : values]),
  );
}

/** No valid body is nested deeper; a deeper one would overflow the stack of code that walks it. */
const deepest = 100;
/**
 * No body of ours holds more values: 400 leads with 200 custom fields each are 80,000. Reading takes time by their
 * number more than by their length.
 */
const mostValues = 150_000;

/** Why a JSON text is not read at all. Texts between quotes are skipped whole, so that a long one costs next to nothing. */
function shapeRefusal(text: string): string | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === 0x22) index = endOfText(text, index + 1);
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > deepest) return 'is nested too deep';
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
    else if (sign === 0x2c) {
      values += 1;
      if (values > mostValues) return `holds more than ${mostValues.toLocaleString('en-US')} values`;
    }
  }
  return null;
}

/** Where the quote is that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let from = start; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (quote - slashes > start && text.charCodeAt(quote - slashes - 1) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** An absent or empty body is `{}`: several clients send none where all fields are optional. */
async function readBody(context: Context, most: number): Promise<unknown> {
  const text = await readText(context.req.raw, most);
  const refusal = shapeRefusal(text);
  if (refusal) throw new SkeinError('VALIDATION', `body: ${refusal}`, [{ field: 'body', message: refusal }]);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new SkeinError('VALIDATION', 'body: must be JSON', [{ field: 'body', message: 'must be JSON' }]);
  }
}

/** A part of a request and the schema it must satisfy. */
interface InputPart {
  source: 'body' | 'query' | 'params';
  schema: NonNullable<AnyEndpoint['body']>;
  value: unknown;
  bare: boolean;
  refusesUnknown?: boolean;
}

function parsePart({ source, schema, value, bare, refusesUnknown = false }: InputPart): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    if (refusesUnknown) refuseUnknown(source, schema, value);
    return parsed.data;
  }
  // An id that is no number names nothing that exists: 404, so that guessing shapes tells nothing.
  if (source === 'params') throw new SkeinError('NOT_FOUND');
  throw validationError(source, parsed.error, bare);
}

/** @throws SkeinError VALIDATION that names every field which the contract does not */
function refuseUnknown(source: 'body' | 'query' | 'params', schema: NonNullable<AnyEndpoint['body']>, value: unknown) {
  // The key of a request can stand in its address.
  const found = unknownFields(schema, value).filter(({ path }) => source !== 'query' || path !== 'api_key');
  if (found.length === 0) return;
  const details = found.slice(0, 20).map((field) => ({
    field: source === 'body' ? field.path : `${source}.${field.path}`,
    message: unknownFieldMessage(field),
  }));
  throw new SkeinError('VALIDATION', `${found[0]!.path} ${details[0]!.message}`, details);
}

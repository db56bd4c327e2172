import { GraphQLError, parse, validate, visit, type DocumentNode } from 'graphql';
import { dataOperations, type DataOperationName } from '@skein/contracts/data-query/operations';
import { schema } from './schema';

/** No operation is nested deeper, and none may ask for more values (rows times fields). */
const deepest = 5;
const dearest = 2_000;

interface KnownOperation {
  document: DocumentNode;
  kind: 'query' | 'mutation' | 'subscription';
  fields: number;
}

/** Levels of selections of a document, and how many fields it selects at the end of them. */
export function measure(document: DocumentNode): { depth: number; fields: number } {
  let [level, depth, fields] = [0, 0, 0];
  visit(document, {
    Field: {
      enter(node) {
        level += 1;
        depth = Math.max(depth, level);
        if (!node.selectionSet) fields += 1;
      },
      leave: () => void (level -= 1),
    },
  });
  return { depth, fields };
}

/** Read and checked once, at the start: what a request can ask for is never parsed. @throws Error when one of ours is wrong or too deep */
function prepare([name, { document: text, kind }]: [string, { document: string; kind: KnownOperation['kind'] }]): [
  string,
  KnownOperation,
] {
  const document = parse(text, { noLocation: true });
  const problems = validate(schema, document);
  if (problems[0]) throw new Error(`The operation ${name} is wrong: ${problems[0].message}`);
  const { depth, fields } = measure(document);
  if (depth > deepest) throw new Error(`The operation ${name} is nested ${depth} levels deep.`);
  return [name, { document, kind, fields }];
}

const known = new Map(Object.entries(dataOperations).map(prepare));
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const byText = new Map(Object.entries(dataOperations).map(([name, { document }]) => [plain(document), name]));

export const failure = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** The operation that a request names, by its id or its whole text, within what it may cost. @throws GraphQLError BAD_REQUEST */
export function findOperation(given: {
  documentId?: string | undefined;
  query?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}): KnownOperation & { name: DataOperationName } {
  const name = given.documentId ?? (given.query ? byText.get(plain(given.query)) : undefined) ?? '';
  const found = known.get(name);
  if (!found) throw failure('BAD_REQUEST', 'This operation is not one of the known ones.');
  const limit = given.variables?.['limit'];
  if (found.fields * (typeof limit === 'number' ? limit : 1) > dearest)
    throw failure(
      'BAD_REQUEST',
      `This asks for too much at once. Ask for fewer than ${Math.floor(dearest / found.fields)} rows.`,
    );
  return { ...found, name: name as DataOperationName };
}

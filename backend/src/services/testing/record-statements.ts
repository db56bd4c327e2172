import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { PrismaClient } from '#generated/prisma/client';
import { findRepositoryRoot } from '#platform/env/repository-root';

/** A function whose statement ran. `name` is empty where only the file is known: a callback of a file that names nothing. */
export interface RanStatement {
  /** path from `backend/src` */
  file: string;
  name: string;
  writes: boolean;
  /** `file#name` of what called it, from near to far */
  callers: string[];
}

const running = new AsyncLocalStorage<Map<string, RanStatement>>();
/** Stores stand below these folders; the platform only carries statements. */
const product = /\/backend\/src\/((?:services|engine)\/(?!.*(?:\/testing[./]|[.]test[.]ts$)).+\.ts)$/;
const writing = /\binsert\s+into\b|\bdelete\s+from\b|\bmerge\s+into\b|\bupdate\s+[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b/i;
/** Calls of the database's own functions that write: `select write_warmup_settings(...)`. */
const calling = new RegExp(`\\b(?:${writingFunctions().join('|')})\\s*\\(`, 'i');
let isListening = false;

function writingFunctions(): string[] {
  const folder = join(findRepositoryRoot(), 'backend/prisma/functions');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && writing.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => file.slice(0, -'.sql'.length));
}

const isWriting = (text: string): boolean => writing.test(text) || calling.test(text);

/** What `work` answers, and each function of the product whose statement ran meanwhile, in the order of their names. */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; ran: RanStatement[] }> {
  listen();
  const found = new Map<string, RanStatement>();
  const result = await running.run(found, work);
  return { result, ran: [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

const keyOf = ({ file, name }: Pick<RanStatement, 'file' | 'name'>) => `${file}#${name}`;

/** Every connection of this process tells of its statements from now on. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  const query = Client.prototype.query as (this: Client, ...values: unknown[]) => unknown;
  const told = function (this: Client, ...values: unknown[]) {
    const [statement] = values;
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '');
    note(isWriting(text), told);
    return query.apply(this, values);
  };
  Client.prototype.query = told as typeof Client.prototype.query;
  const prisma = PrismaClient.prototype as unknown as { $transaction: Transact };
  const transact = prisma.$transaction;
  prisma.$transaction = function (this: unknown, work, ...options) {
    return transact.call(this, (tx) => work(watched(tx)), ...options);
  };
}

type Transact = (this: unknown, work: (tx: object) => unknown, ...options: unknown[]) => unknown;

/** Prisma sends a statement when its promise is awaited, out of sight of whoever asked for it: so it is noted where it is asked for. */
function watched<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof name !== 'string' || name === 'then') return value;
      if (typeof value === 'object' && value !== null) return watched(value);
      if (typeof value !== 'function') return value;
      return function asked(...values: unknown[]) {
        note(writingAction.test(name) || isWriting(textOf(values[0])), asked);
        return value.apply(of, values);
      };
    },
  });
}

const writingAction = /^(?:create|update|delete|upsert)/;

/** What `$queryRaw` is given: the parts of a template, or what `Prisma.sql` made of one. */
function textOf(query: unknown): string {
  if (Array.isArray(query)) return query.join('?');
  return typeof query === 'string' ? query : ((query as { sql?: string } | undefined)?.sql ?? '');
}

/** Notes the function of the product that called `below`, and who called that. */
function note(writes: boolean, below: (...values: never[]) => unknown): void {
  const found = running.getStore();
  if (!found) return;
  const sites = callSites(below).flatMap((site) => {
    const file = product.exec(site.getFileName() ?? '')?.[1];
    // The compiler calls a function `require1` where CommonJS has a `require` of its own.
    const name = (site.getFunctionName() ?? '').replace(/^.*[.]/, '').replace(/^require1$/, 'require');
    return file ? [{ file, name }] : [];
  });
  const [nearest] = sites;
  if (!nearest) return;
  // A callback has no name: whoever handed it over, in the same file, has.
  const named = sites.find(({ file, name }) => file === nearest.file && name !== '') ?? nearest;
  const callers = sites.filter(({ name, file }) => name !== '' && file !== named.file).map(keyOf);
  const ran = { ...named, writes, callers };
  const known = found.get(keyOf(ran));
  if (!known) return void found.set(keyOf(ran), ran);
  known.writes ||= ran.writes;
  known.callers.push(...callers.filter((one) => !known.callers.includes(one)));
}

/** The frames of the stack from the caller of `below` on, those that wait for it included. */
function callSites(below: (...values: never[]) => unknown): NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: NodeJS.CallSite[] } = {};
  try {
    Error.stackTraceLimit = 80;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(holder, below);
    return holder.stack ?? [];
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

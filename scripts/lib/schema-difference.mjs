// The SQL that would bring a live database to the Prisma schema files; an empty text when they agree.
// It calls the schema engine's WebAssembly build directly, because the CLI cannot use it. Used to compare only: its way of
// applying migrations splits scripts at every semicolon and would break function bodies.
//
// As a program: `node scripts/lib/schema-difference.mjs URL` prints the SQL (the drift test runs it so).
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './install.mjs';

const require = createRequire(join(root, 'backend', 'package.json'));

/** PostgreSQL's internal "char" (oid 18), which the adapter does not know, stands in the catalogue that the engine reads. */
const INTERNAL_CHAR = 18;
const TEXT = 25;

export async function findSchemaDifference(url) {
  const engine = await openEngine(url);
  try {
    const files = schemaFiles();
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: join(root, 'backend') },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = (stdout ?? '').trim();
    return sql === '-- This is an empty migration.' ? '' : `${sql}\n`;
  } finally {
    engine.free();
  }
}

function schemaFiles() {
  const folder = join(root, 'backend', 'prisma', 'schema');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name), 'utf8') }));
}

async function openEngine(url) {
  const bindings = await import(pathToFileURL(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).href);
  const module = readFileSync(
    join(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'), '..', 'schema_engine_bg.wasm'),
  );
  const { instance } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': bindings });
  // Where the engine puts the words of a panic before it stops.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const { PrismaPg } = require('@prisma/adapter-pg');
  const { bindMigrationAwareSqlAdapterFactory } = require('@prisma/driver-adapter-utils');
  const factory = new PrismaPg({ connectionString: url, max: 2 });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => readInternalChar(await connect());
  const datamodels = schemaFiles().map(({ path, content }) => [path, content]);
  return bindings.SchemaEngine.new({ datamodels }, () => undefined, bindMigrationAwareSqlAdapterFactory(factory));
}

/** Lets the adapter read "char" columns: they pass it as text and are called characters in the answer. */
function readInternalChar(adapter) {
  const { ColumnTypeEnum } = require('@prisma/driver-adapter-utils');
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw;
  adapter.queryRaw = async (query) => {
    let isChar = [];
    const patched = Object.create(adapter, {
      performIO: {
        async value(given) {
          const result = await performIO(given);
          isChar = result.fields.map((field) => field.dataTypeID === INTERNAL_CHAR);
          const fields = result.fields.map((field, index) => (isChar[index] ? { ...field, dataTypeID: TEXT } : field));
          return { rows: result.rows, rowCount: result.rowCount, fields };
        },
      },
    });
    const answer = await queryRaw.call(patched, query);
    return {
      ...answer,
      columnTypes: answer.columnTypes.map((type, index) => (isChar[index] ? ColumnTypeEnum.Character : type)),
    };
  };
  return adapter;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(await findSchemaDifference(process.argv[2] ?? ''));
  process.exit(0);
}

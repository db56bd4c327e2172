import vm from 'node:vm';

/**
 * What a function of the tables asks for, found by calling it in a world that only notes: chunks, then a module.
 * @returns undefined when it does something else
 */
function askedFor(get, notes) {
  notes.chunks = [];
  notes.module = undefined;
  try {
    get()();
  } catch (error) {
    return { missing: error.message };
  }
  return notes.module === undefined ? undefined : { module: notes.module, chunks: notes.chunks };
}

/** Runs the code of a runtime module, or a part of it, where loading only is noted. */
function runNoting(code, federation = { initOptions: {} }) {
  const notes = {};
  const done = { then: (next) => next() };
  const require = Object.assign((module) => { notes.module = module; }, {
    e: (chunk) => {
      notes.chunks.push(chunk);
      return done;
    },
    federation,
    consumesLoadingData: {},
    f: {},
  });
  const value = vm.runInNewContext(`(function (__webpack_require__, Promise) {${code}\n})`)(require, { all: () => done, resolve: () => done });
  return { require, notes, value };
}

/** Names by what they begin with, so that no beginning is written twice: `{ '@skein/ui/': { button: 12 } }`. */
function byBeginning(rows) {
  const found = {};
  for (const [name, value] of rows) {
    const beginning = /^(@[^/]+\/[^/]+\/|)/.exec(name)[0];
    (found[beginning] ??= {})[name.slice(beginning.length)] = value;
  }
  return found;
}

function groupsOf(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}

/** What can be compared of a table of provided modules. */
function providedRows(code) {
  const { require, notes } = runNoting(code);
  return Object.entries(require.federation.initOptions.shared).map(([name, versions]) => {
    if (versions.length !== 1) throw new Error(`${name} is provided in ${versions.length} versions.`);
    const [{ version, get, scope, shareConfig, ...rest }] = versions;
    const asked = askedFor(get, notes);
    if (!asked?.chunks || Object.keys(rest).length > 0) throw new Error(`How ${name} is provided is not understood: packages/build/src/compact-sharing-plugin.mjs must learn it.`);
    return { name, ...asked, terms: JSON.stringify([version, scope, shareConfig]) };
  });
}

/** The part of the code that is the table of what is provided. */
function tableOf(code) {
  const start = code.indexOf('__webpack_require__.federation.initOptions.shared = {');
  const end = code.indexOf('__webpack_require__.S = {}');
  return start < 0 || end < start ? '' : code.slice(start, end);
}

/** The table of what the shell provides, with each thing said once. */
export function compactProvided(code) {
  const table = tableOf(code);
  const rows = table ? providedRows(table) : [];
  if (rows.length === 0) return code;
  const chunks = [...new Set(rows.flatMap((row) => row.chunks))];
  const calls = groupsOf(rows, ({ terms }) => terms).map(([terms, group]) => {
    const names = byBeginning(group.map((row) => [row.name, [row.module, ...row.chunks.map((chunk) => chunks.indexOf(chunk))]]));
    return `provide(${terms.slice(1, -1)}, ${JSON.stringify(names)});`;
  });
  const compact = `var shared = __webpack_require__.federation.initOptions.shared = {};
var chunks = ${JSON.stringify(chunks)};
var provide = (version, scope, shareConfig, names) => {
  for (let beginning in names) for (let rest in names[beginning]) {
    let [module, ...places] = names[beginning][rest];
    shared[beginning + rest] = [{ version, get: () => Promise.all(places.map((place) => __webpack_require__.e(chunks[place]))).then(() => () => __webpack_require__(module)), scope: [...scope], shareConfig: { ...shareConfig } }];
  }
};
${calls.join('\n')}
`;
  const before = JSON.stringify(rows.map((row) => ({ ...row })).sort((a, b) => (a.name < b.name ? -1 : 1)));
  const after = JSON.stringify(providedRows(compact).sort((a, b) => (a.name < b.name ? -1 : 1)));
  if (before !== after) throw new Error('The compact table of provided modules says something else than the long one.');
  return code.replace(table, () => compact);
}

const termsOf = ({ shareScope, singleton, requiredVersion, strictVersion, eager }) => JSON.stringify([shareScope, singleton, requiredVersion, strictVersion, eager]);

function consumedRows(code, table = '') {
  const { require, notes } = runNoting(`${table}\n${code}`);
  return Object.entries(require.consumesLoadingData.moduleIdToConsumeDataMapping).map(([id, { shareKey, fallback, layer, ...terms }]) => {
    const asked = askedFor(fallback, notes);
    if (!asked || layer || Object.keys(terms).length !== 5) throw new Error(`How ${shareKey} is consumed is not understood: packages/build/src/compact-sharing-plugin.mjs must learn it.`);
    return { id: Number.isNaN(Number(id)) ? id : Number(id), name: shareKey, asked, terms: termsOf(terms) };
  });
}

/**
 * The table of what a build consumes. A module that the same build provides is taken from there when nobody has it; of others it says
 * itself where they are, or that there is no other way.
 * @param providing the code of the table of what the build provides
 */
export function compactConsumed(code, providing = '') {
  const start = code.indexOf('__webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {');
  const end = code.indexOf('var moduleToHandlerMapping');
  if (start < 0 || end < start) return code;
  const rows = consumedRows(code.slice(start, end));
  const table = tableOf(providing);
  const provided = new Map((table ? providedRows(table) : []).map(({ name, module }) => [name, module]));
  const chunks = [...new Set(rows.flatMap(({ name, asked }) => (provided.has(name) ? [] : asked.chunks ?? [])))];
  const valueOf = ({ id, name, asked }) => {
    if (asked.missing !== undefined) {
      if (asked.missing !== `Can not get '${name}'`) throw new Error(`${name} is consumed in an unknown way: ${asked.missing}`);
      return id;
    }
    if (provided.get(name) === asked.module) return [id];
    return [id, asked.module, ...asked.chunks.map((chunk) => chunks.indexOf(chunk))];
  };
  const calls = groupsOf(rows, ({ terms }) => terms).map(([terms, group]) => `consume(${terms.slice(1, -1)}, ${JSON.stringify(byBeginning(group.map((row) => [row.name, valueOf(row)])))});`);
  const compact = `var consumed = __webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {};
var places = ${JSON.stringify(chunks)};
var elsewhere = (shareKey, id, module, chunks) => !id ? () => () => { throw new Error("Can not get '" + shareKey + "'"); }
  : module === undefined ? () => __webpack_require__.federation.initOptions.shared[shareKey][0].get()
  : () => Promise.all(chunks.map((place) => __webpack_require__.e(places[place]))).then(() => () => __webpack_require__(module));
var consume = (shareScope, singleton, requiredVersion, strictVersion, eager, names) => {
  for (let beginning in names) for (let rest in names[beginning]) {
    let shareKey = beginning + rest;
    let [id, module, ...chunks] = [].concat(names[beginning][rest]);
    consumed[id] = { fallback: elsewhere(shareKey, Array.isArray(names[beginning][rest]), module, chunks), shareScope, singleton, requiredVersion, strictVersion, eager, layer: undefined, shareKey };
  }
};
${calls.join('\n')}
`;
  // A module that is provided may ask for more chunks than the one that consumes it, which has some of them already.
  const comparable = (list) => JSON.stringify(list.map(({ id, name, terms, asked }) => [id, name, terms, asked.missing ?? asked.module, provided.has(name) ? [] : asked.chunks]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  if (comparable(rows) !== comparable(consumedRows(compact, table))) throw new Error('The compact table of consumed modules says something else than the long one.');
  return code.slice(0, start) + compact + code.slice(end);
}

/**
 * The federation's tables of shared modules are written out at length (110 kB in the shell, 19 kB in a remote), and webpack's own form of
 * the first stands beside them though nothing reads it. Here each name, condition and chunk is said once. What the long table says and
 * what the short one says is compared at every build.
 */
export class CompactSharingPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CompactSharing', (compilation) => {
      const longs = new Map();
      const providing = (chunk) => [...compilation.chunkGraph.getChunkRuntimeModulesIterable(chunk)].map((module) => longs.get(module)?.() ?? '').find(tableOf);
      compilation.hooks.runtimeModule.tap('CompactSharing', (module) => {
        if (module.name !== 'sharing' && module.name !== 'consumes') return;
        const generate = module.generate.bind(module);
        if (module.name === 'sharing') longs.set(module, generate);
        module.generate = () => {
          const code = generate();
          if (!code) return code;
          if (module.name === 'consumes') return compactConsumed(code, providing(module.chunk));
          // Webpack's own: the federation's follows it and puts its functions in the place of these.
          return tableOf(code) ? compactProvided(code) : '';
        };
      });
    });
  }
}

import vm from 'node:vm';

const begins = '__webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {';
const ends = 'var moduleToHandlerMapping';

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

/** What happens when nobody has the module: the sentence that is thrown. */
function refusalOf(fallback, name) {
  try {
    fallback()();
  } catch (error) {
    if (error.message === `Can not get '${name}'`) return error.message;
  }
  throw new Error(
    `${name} is consumed in an unknown way: packages/build/src/compact-sharing-plugin.mjs must learn it.`,
  );
}

/** What can be compared of a table of consumed modules. */
function consumedRows(code) {
  const require = { consumesLoadingData: {} };
  vm.runInNewContext(`(function (__webpack_require__) {${code}\n})`)(require);
  return Object.entries(require.consumesLoadingData.moduleIdToConsumeDataMapping).map(
    ([id, { shareKey, fallback, layer, shareScope, singleton, requiredVersion, strictVersion, eager, ...rest }]) => {
      if (layer || Object.keys(rest).length > 0)
        throw new Error(
          `How ${shareKey} is consumed is not understood: packages/build/src/compact-sharing-plugin.mjs must learn it.`,
        );
      return {
        id: Number.isNaN(Number(id)) ? id : Number(id),
        name: shareKey,
        refusal: refusalOf(fallback, shareKey),
        terms: JSON.stringify([shareScope, singleton, requiredVersion, strictVersion, eager]),
      };
    },
  );
}

/** The table of what a remote consumes, with each thing said once. A remote has no copy to fall back on. */
export function compactConsumed(code) {
  const start = code.indexOf(begins);
  const end = code.indexOf(ends);
  if (start < 0 || end < start) return code;
  const rows = consumedRows(code.slice(start, end));
  const calls = groupsOf(rows, ({ terms }) => terms).map(
    ([terms, group]) =>
      `consume(${terms.slice(1, -1)}, ${JSON.stringify(byBeginning(group.map(({ name, id }) => [name, id])))});`,
  );
  const compact = `var consumed = __webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {};
var consume = (shareScope, singleton, requiredVersion, strictVersion, eager, names) => {
  for (let beginning in names) for (let rest in names[beginning]) {
    let shareKey = beginning + rest;
    let fallback = () => () => { throw new Error("Can not get '" + shareKey + "'"); };
    consumed[names[beginning][rest]] = { fallback, shareScope, singleton, requiredVersion, strictVersion, eager, layer: undefined, shareKey };
  }
};
${calls.join('\n')}
`;
  const comparable = (list) => JSON.stringify([...list].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)));
  if (comparable(rows) !== comparable(consumedRows(compact)))
    throw new Error('The compact table of consumed modules says something else than the long one.');
  return code.slice(0, start) + compact + code.slice(end);
}

/**
 * The federation's table of what a remote consumes is written out at length (19 kB), and webpack's own form of sharing stands beside the
 * federation's though nothing reads it. Here each name and condition is said once. What the long table says and what the short one says
 * is compared at every build.
 */
export class CompactSharingPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CompactSharing', (compilation) => {
      compilation.hooks.runtimeModule.tap('CompactSharing', (module) => {
        if (module.name !== 'sharing' && module.name !== 'consumes') return;
        const generate = module.generate.bind(module);
        module.generate = () => {
          const code = generate();
          if (!code) return code;
          if (module.name === 'consumes') return compactConsumed(code);
          // Webpack's own: the federation's follows it and puts its functions in the place of these.
          return code.includes('__webpack_require__.federation.initOptions.shared = {') ? code : '';
        };
      });
    });
  }
}

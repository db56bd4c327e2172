// How long, wide and deep code may be. Long functions and files are split by meaning: a large screen is a pure, tested state machine,
// hooks, and parts.

/** Lines of a function; a React component may be longer, because its markup is laid out one attribute a line. */
const most = { function: 80, component: 120 };

const nameOf = (node) => node.id?.name ?? node.parent?.id?.name ?? node.parent?.key?.name ?? null;

/** The callback of a `describe` holds tests as a file does. */
const isSuite = ({ parent }) =>
  parent?.type === 'CallExpression' && /^describe\b/.test(parent.callee.name ?? parent.callee.object?.name ?? '');

const functionLength = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { tooLong: '{{what}} has {{lines}} lines; at most {{most}} are allowed. Split it by meaning.' },
  },
  create(context) {
    const check = (node) => {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      const name = nameOf(node);
      const isComponent = /[.]tsx$/.test(context.filename) && name !== null && /^[A-Z]/.test(name);
      const limit = isComponent ? most.component : most.function;
      if (lines <= limit || isSuite(node)) return;
      const what = name ? `${isComponent ? 'Component' : 'Function'} ${name}` : 'This function';
      context.report({ node, messageId: 'tooLong', data: { what, lines, most: limit } });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

const plugin = { rules: { 'function-length': functionLength } };

/** The limits, for these globs of files. */
export const limitsFor = (files) => [
  {
    files,
    plugins: { limits: plugin },
    rules: {
      'max-lines': ['error', 300],
      'limits/function-length': 'error',
      'max-params': ['error', 4],
      'max-depth': ['error', 4],
      'max-len': [
        'error',
        {
          code: 140,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  {
    files: files.map((glob) => glob.replace(/\{ts,tsx\}$/, 'test.{ts,tsx}')),
    rules: { 'max-lines': ['error', 500] },
  },
];

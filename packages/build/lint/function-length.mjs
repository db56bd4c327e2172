/** Lines of a function; a React component may be longer, because its markup is laid out one attribute a line. */
const most = { function: 80, component: 120 };

const nameOf = (node) => node.id?.name ?? node.parent?.id?.name ?? node.parent?.key?.name ?? null;

/** The callback of a `describe` holds tests as a file does. */
const isSuite = ({ parent }) =>
  parent?.type === 'CallExpression' && /^describe\b/.test(parent.callee.name ?? parent.callee.object?.name ?? '');

/** Long functions are split by meaning: a large screen is a pure, tested state machine, hooks, and parts. */
export const functionLength = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = (node) => {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      const name = nameOf(node);
      const isComponent = /[.]tsx$/.test(context.filename) && name !== null && /^[A-Z]/.test(name);
      const limit = isComponent ? most.component : most.function;
      if (lines <= limit || isSuite(node)) return;
      const what = name ? `${isComponent ? 'Component' : 'Function'} ${name}` : 'This function';
      context.report({
        node,
        message: `${what} has ${lines} lines; at most ${limit} are allowed. Split it by meaning.`,
      });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

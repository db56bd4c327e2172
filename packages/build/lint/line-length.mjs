/** Characters of a line. The formatter breaks code; comments and SQL are broken where they are written. */
const most = 140;

const isDirective = ({ value }) => /^\s*(?:oxlint|@ts)-/.test(value);

const isStatement = ({ quasis }) =>
  /\b(?:select\s[\s\S]*\bfrom|insert into|update [\s\S]+ set|delete from|case when|exists \()/i.test(
    quasis.map(({ value }) => value.raw).join(' '),
  );

/**
 * Refuses comments and SQL that are wider than a window. Sentences and regular expressions stay whole: half a sentence
 * cannot be translated, and an expression that is put together from parts is not checked for its running time.
 */
export const lineLength = {
  meta: { type: 'layout', schema: [] },
  create(context) {
    const { lines } = context.sourceCode;
    const isStore = /[.]store[.]ts$/.test(context.filename);
    const check = ({ loc }, what) => {
      for (let line = loc.start.line; line <= loc.end.line; line += 1) {
        const { length } = lines[line - 1];
        if (length <= most || (line === loc.end.line && loc.end.column <= most)) continue;
        const at = { start: { line, column: most }, end: { line, column: length } };
        context.report({
          loc: at,
          message: `${what} has ${length} characters in a line; at most ${most} are allowed.`,
        });
      }
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (!isDirective(comment)) check(comment, 'This comment');
      },
      TemplateLiteral(node) {
        if (isStatement(node) || (isStore && node.loc.start.line < node.loc.end.line)) check(node, 'This statement');
      },
    };
  },
};

/**
 * A rule that refuses every node one of its selectors finds.
 * @param {readonly { selector: string, message: string }[]} found selectors of esquery
 */
export const refuse = (found) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) =>
    Object.fromEntries(found.map(({ selector, message }) => [selector, (node) => context.report({ node, message })])),
});

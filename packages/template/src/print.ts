import type { TemplateNode, TemplateTree } from './nodes';

/** The source of a tree. For a template without problems, parsing it again gives the same tree. */
export function printTemplate(tree: TemplateTree): string {
  return printNodes(tree.nodes);
}

function printNodes(nodes: readonly TemplateNode[]): string {
  return nodes.map(printNode).join('');
}

function printNode(node: TemplateNode): string {
  switch (node.kind) {
    case 'spin':
      return `{${node.options.map(printNodes).join('|')}}`;
    case 'if':
      return node.branches.map((branch) => branch.raw + printNodes(branch.nodes)).join('') + node.endRaw;
    case 'case':
      return node.raw + node.branches.map((branch) => branch.raw + printNodes(branch.nodes)).join('') + node.endRaw;
    case 'for':
      return node.raw + printNodes(node.nodes) + node.endRaw;
    default:
      return node.raw;
  }
}

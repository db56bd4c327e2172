import { hasTemplateBraces } from './braces';
import { fieldsOf, fieldValue, walkNodes, type LeadFields } from './fields';
import { TemplateLimitError, type TemplateNode, type TemplateTree } from './nodes';
import { placeholderValue, type TemplateSender } from './placeholders';
import { renderTemplate, type MissingValue } from './render';
import type { SpinSeed } from './spin-choice';

interface CompiledCheck {
  /** Every option and branch needs the same fields: the lead's record alone answers. */
  required: string[] | null;
  shown: string[];
}

const compiledChecks = new WeakMap<TemplateTree, CompiledCheck>();
const EXAMPLE_SENDER = { name: 'Sender Name', email: 'sender@example.com' };
const EXAMPLE_SEED: SpinSeed = { campaignId: 0, leadId: 0, stepNumber: 1 };
const EXAMPLE_CLOCK = { now: 0, zone: 'UTC' };

function compileCheck(tree: TemplateTree): CompiledCheck {
  const known = compiledChecks.get(tree);
  if (known) return known;
  let needsRendering = false;
  walkNodes(tree.nodes, (node) => {
    if (node.kind !== 'text' && node.kind !== 'variable' && node.kind !== 'spin' && node.kind !== 'placeholder')
      needsRendering = true;
    if (node.kind === 'variable' && node.context === 'url') needsRendering = true;
  });
  const used = fieldsOf(tree);
  const check = {
    required: needsRendering ? null : used.filter((field) => !field.hasFallback).map((field) => field.name),
    shown: used.map((field) => field.name),
  };
  compiledChecks.set(tree, check);
  return check;
}

/**
 * Whether one lead can fill a template: the launch gate's quick path, without rendering where the template has no
 * conditions. All options of a spin group must be fillable, so the answer holds for every choice.
 */
export function checkLead(tree: TemplateTree, fields: LeadFields): MissingValue[] {
  const { required, shown } = compileCheck(tree);
  if (required === null) return checkByRendering(tree, fields);
  const missing: MissingValue[] = [];
  for (const name of shown) {
    const value = fieldValue(fields, name);
    if (value === null) {
      if (required.includes(name)) missing.push({ name, reason: 'absent' });
    } else if (hasTemplateBraces(value)) missing.push({ name, reason: 'braces' });
  }
  return missing;
}

/** Stands in place of a field where a rendering goes beyond TEMPLATE_LIMITS. */
export const GROWS_TOO_LARGE = 'a text that grows too large';

/** What goes beyond the limits is one lead's finding, never an error: whoever plans for many leads goes on with the others. */
function checkByRendering(tree: TemplateTree, fields: LeadFields): MissingValue[] {
  const input = {
    fields,
    sender: EXAMPLE_SENDER,
    seed: EXAMPLE_SEED,
    mode: 'random' as const,
    clock: EXAMPLE_CLOCK,
    unsubscribe: null,
  };
  try {
    return renderTemplate(allOptionsInARow(tree), input).missing;
  } catch (error) {
    if (error instanceof TemplateLimitError) return [{ name: GROWS_TOO_LARGE, reason: 'too_large' }];
    throw error;
  }
}

const flattened = new WeakMap<TemplateTree, TemplateTree>();

/** The tree with every spin group replaced by all of its options, so that one rendering visits all of them. */
function allOptionsInARow(tree: TemplateTree): TemplateTree {
  let flat = flattened.get(tree);
  if (!flat) flattened.set(tree, (flat = { ...tree, nodes: flattenNodes(tree.nodes) }));
  return flat;
}

function flattenNodes(nodes: TemplateNode[]): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    switch (node.kind) {
      case 'spin':
        return node.options.flatMap(flattenNodes);
      case 'if':
        return [
          { ...node, branches: node.branches.map((branch) => ({ ...branch, nodes: flattenNodes(branch.nodes) })) },
        ];
      case 'case':
        return [
          { ...node, branches: node.branches.map((branch) => ({ ...branch, nodes: flattenNodes(branch.nodes) })) },
        ];
      case 'for':
        return [{ ...node, nodes: flattenNodes(node.nodes) }];
      default:
        return [node];
    }
  });
}

/** Whether a mailbox can fill the `%sender-…%` placeholders of a template, in every option of every spin group. */
export function checkSender(tree: TemplateTree, sender: TemplateSender): MissingValue[] {
  const missing = new Map<string, MissingValue>();
  walkNodes(tree.nodes, (node) => {
    if (node.kind !== 'placeholder' || placeholderValue(node.name, sender, null, node.context) !== null) return;
    missing.set(node.name, { name: `%${node.name}%`, reason: 'absent' });
  });
  return [...missing.values()];
}

const blockTypes = new Set(['section', 'header', 'divider', 'context', 'actions', 'image', 'rich_text']);

/** What Slack refuses of Block Kit: unknown kinds, more than 50 blocks, texts over 3,000 (headers 150, buttons 75) characters. */
export function blockProblem(blocks: unknown): string | null {
  if (!Array.isArray(blocks)) return null;
  if (blocks.length > 50) return 'invalid_blocks';
  for (const block of blocks as {
    type?: string;
    text?: { text?: string };
    elements?: { text?: { text?: string } }[];
  }[]) {
    if (!block.type || !blockTypes.has(block.type)) return 'invalid_blocks';
    const size = block.text?.text?.length ?? 0;
    if (size > (block.type === 'header' ? 150 : 3_000)) return 'invalid_blocks';
    if (block.type === 'actions' && block.elements?.some((element) => (element.text?.text?.length ?? 0) > 75))
      return 'invalid_blocks';
  }
  return null;
}

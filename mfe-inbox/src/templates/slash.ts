/** Whether a "/" typed now begins something, instead of standing in a word, a date or an address. */
export function beginsCommand(selection: Selection | null): boolean {
  if (!selection?.isCollapsed || !selection.anchorNode) return false;
  const { anchorNode, anchorOffset } = selection;
  if (anchorNode.nodeType !== Node.TEXT_NODE) return (anchorNode.textContent ?? '') === '' || anchorOffset === 0;
  const before = (anchorNode.textContent ?? '').slice(0, anchorOffset);
  return before === '' || /\s$/.test(before);
}

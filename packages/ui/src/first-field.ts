/** Where typing begins in a panel. Under a thumb the panel itself: a keyboard would cover half of what is to be read first. */
export function firstField(panel: EventTarget | null): HTMLElement | null {
  if (!(panel instanceof HTMLElement)) return null;
  if (window.matchMedia?.('(pointer: coarse)').matches) return panel;
  return panel.querySelector<HTMLElement>(
    'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), [role=combobox]:not(:disabled), [role=textbox][contenteditable=true]',
  );
}

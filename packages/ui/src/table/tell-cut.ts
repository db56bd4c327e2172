/** What a column cuts off is told by the pointer: the cell, or the line in it, takes its whole text as its title. */
export function tellCut(target: EventTarget, within: EventTarget): void {
  for (let element = target as HTMLElement | null; element && element !== within; element = element.parentElement) {
    if (element.title !== '' && element.dataset['cut'] === undefined) return;
    const cut =
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).textOverflow === 'ellipsis';
    if (cut) {
      element.title = element.innerText;
      element.dataset['cut'] = '';
      return;
    }
    if (element.dataset['cut'] !== undefined) {
      element.removeAttribute('title');
      delete element.dataset['cut'];
    }
  }
}

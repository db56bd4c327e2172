/** What stands in the page once `putMarks` ran there. */
export interface PageWithMarks {
  /** The mark of each text and field that is seen: the same for all that axe's rule about contrast judges alike. */
  markTexts: () => Map<Element, string>;
}

/** What an element paints, and where. */
interface Paint {
  element: Element;
  place: DOMRect;
  /** Nothing when it paints nothing. */
  own: string;
  /** What it and its ancestors paint. */
  chain: string;
  /** One pixel wide, for ears only; or switched off, which may be pale. */
  isLeftOut: boolean;
}

/**
 * Runs in the page. A mark holds all that axe reads for a text: its colour, size, weight and shadow, what its ancestors paint, and what
 * else is painted at its place, in which order.
 */
export function putMarks(): void {
  const page = window as unknown as PageWithMarks;
  const pictures = new Set(['IMG', 'CANVAS', 'OBJECT', 'IFRAME', 'VIDEO', 'svg']);
  const readPaint = (element: Element, above: Paint | undefined): Paint => {
    const { backgroundColor, backgroundImage, opacity, position, zIndex, overflow } = getComputedStyle(element);
    const isPicture = pictures.has(element.nodeName);
    const isSeen = isPicture || backgroundImage !== 'none' || opacity !== '1' || !/, 0\)$/.test(backgroundColor);
    const own = isSeen ? [isPicture, backgroundColor, backgroundImage, opacity, position, zIndex].join(' ') : '';
    const place = element.getBoundingClientRect();
    // What has no box of its own (`display: contents`) or no height shows what is in it all the same, unless it cuts it off.
    const isCut = overflow !== 'visible' && (place.width < 2 || place.height < 2);
    const isLeftOut = above?.isLeftOut || isCut || element.matches(':disabled, [aria-disabled=true], [inert]');
    return { element, place, own, chain: `${above?.chain ?? ''}${own && `/${own}`}`, isLeftOut };
  };

  page.markTexts = () => {
    const paints = new Map<Element, Paint>();
    // Parents come before their children.
    for (const element of document.querySelectorAll('html, body, body *'))
      paints.set(element, readPaint(element, element.parentElement ? paints.get(element.parentElement) : undefined));
    const painters = [...paints.values()].filter(({ own }) => own !== '');
    /** What lies at the middle of a text without being around it, below or above. */
    const besides = (element: Element, { left, top, width, height }: DOMRect): string => {
      const [x, y] = [left + width / 2, top + height / 2];
      return painters
        .filter(({ place: { left: from, right: to } }) => x >= from - 1 && x <= to + 1)
        .filter(({ place: { top: from, bottom: to } }) => y >= from - 1 && y <= to + 1)
        .filter((painter) => !painter.element.contains(element))
        .map(({ element: other, own }) => `${other.compareDocumentPosition(element) & 4} ${own}`)
        .join(',');
    };

    const marks = new Map<Element, string>();
    const mark = (element: Element, places: DOMRect[]) => {
      const paint = paints.get(element);
      if (!paint || paint.isLeftOut || places.length === 0) return;
      const { color, fontSize, fontWeight, textShadow, position, zIndex } = getComputedStyle(element);
      // A link has to be told from the text that it stands in.
      const around = element.closest('a[href], [role=link]')?.parentElement;
      const link = around ? getComputedStyle(around).color : '';
      const beside = new Set(places.map((place) => besides(element, place)));
      const text = [color, fontSize, fontWeight, textShadow, position, zIndex, link, paint.chain, ...beside].join('|');
      // A text in several pieces has one mark for all of them.
      marks.set(element, `${marks.get(element) ?? ''}|${text}`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { parentElement, nodeValue } = texts.currentNode;
      if (!parentElement || !nodeValue?.trim()) continue;
      range.selectNodeContents(texts.currentNode);
      mark(parentElement, [...range.getClientRects()]);
    }
    for (const field of document.querySelectorAll('input, select, textarea'))
      mark(field, [field.getBoundingClientRect()]);
    return marks;
  };
}

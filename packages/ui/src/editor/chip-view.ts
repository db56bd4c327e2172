import { withoutHiddenElements } from '../hidden-elements';
import type { NodeViewRenderer } from '@tiptap/core';
import { attributeOf } from './html-tokens';

/** What a chip shows. */
export interface ChipDescription {
  kind: 'variable' | 'condition' | 'spin' | 'token';
  /** The word on the chip; for a spin its alternatives. */
  parts: readonly string[];
  /** What stands in when the field is empty. */
  fallback: string | null;
  /** Why it needs a look, or `null`. */
  problem: string | null;
  /** Read by screen readers and shown on hover. */
  title: string;
}

function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Fills a chip's element; everything foreign is set as text. */
export function fillChip(element: HTMLElement, source: string, description: ChipDescription): void {
  element.replaceChildren();
  element.className = `chip chip-${description.kind}${description.problem ? ' is-bad' : ''}`;
  element.dataset.template = source;
  element.title = description.problem ? `${description.title}. ${description.problem}` : description.title;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', element.title);
  if (description.kind === 'spin') {
    description.parts.forEach((part, index) => {
      if (index > 0) element.append(make('b', '', '|'));
      element.append(make('span', '', part === '' ? '(nothing)' : part));
    });
    return;
  }
  element.append(document.createTextNode(description.parts[0] ?? ''));
  if (description.fallback) element.append(make('em', '', description.fallback));
}

/** The view of a construct. */
export function createChipView(describe: (source: string) => ChipDescription): NodeViewRenderer {
  return ({ node }) => {
    const dom = make('span', 'chip');
    dom.contentEditable = 'false';
    fillChip(dom, node.attrs.source as string, describe(node.attrs.source as string));
    return { dom };
  };
}

/** The view of an image: only addresses that cannot run anything are loaded. */
export function createImageView(): NodeViewRenderer {
  return ({ node }) => {
    const source = node.attrs.source as string;
    const address = attributeOf(source, 'src') ?? '';
    const alt = attributeOf(source, 'alt') ?? '';
    const dom = make('span', 'picture');
    dom.contentEditable = 'false';
    if (/^(?:https?:|\/|data:image\/)/i.test(address)) {
      const image = document.createElement('img');
      image.src = address;
      image.alt = alt;
      image.referrerPolicy = 'no-referrer';
      dom.append(image);
    } else dom.append(make('span', 'picture-text', alt || address || 'Image'));
    return { dom };
  };
}

/** The view of HTML that is kept as it is. */
export function createHtmlBlockView(place: 'inline' | 'block'): NodeViewRenderer {
  return ({ node }) => {
    const source = node.attrs.source as string;
    const dom = make(place === 'block' ? 'div' : 'span', `html-kept html-kept-${place}`);
    dom.contentEditable = 'false';
    const words = withoutHiddenElements(source)
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (place === 'block')
      dom.append(make('b', '', 'HTML, kept as it is'), make('span', '', words.slice(0, 160) || source.slice(0, 80)));
    else dom.textContent = '</>';
    dom.title = source.slice(0, 400);
    return { dom };
  };
}

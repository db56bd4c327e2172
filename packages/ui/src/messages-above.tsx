import { placeMessages, watchSizes } from './toast-room';

/** The ref of a bar at the bottom of a page: messages are shown above it as long as it is there. */
export function messagesAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  bar.dataset['bottomBar'] = '';
  placeMessages();
  const stop = watchSizes([bar], placeMessages);
  return () => {
    stop();
    // The bar is still in the page now.
    queueMicrotask(placeMessages);
  };
}

/** Attributes of something that scrolls and that messages may cover. Its style leaves `--messages-over` free at its end. */
export const endsAboveMessages: object = { 'data-ends-above-messages': '' };

import { outletId } from './area-state';

/** Rejects when `promise` takes longer than `milliseconds`. */
export function limit<Value>(promise: Promise<Value>, milliseconds: number, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The place of areas: at once, or as soon as the frame draws it; single-spa hears of an address before React has drawn it. */
export function drawnOutlet(milliseconds: number): Promise<HTMLElement> {
  const drawn = document.getElementById(outletId);
  if (drawn) return Promise.resolve(drawn);
  let observer: MutationObserver;
  const later = new Promise<HTMLElement>((resolve) => {
    observer = new MutationObserver(() => {
      const element = document.getElementById(outletId);
      if (element) resolve(element);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  return limit(later, milliseconds, 'Drawing the frame').finally(() => observer.disconnect());
}

import { useLayoutEffect } from 'react';

/** Where somebody is writing, the newest last. */
const places: (() => void)[] = [];

/** Brings the focus to where somebody is writing; undefined while nobody is. */
export const typingPlace = (): (() => void) | undefined => places.at(-1);

/**
 * Says that somebody writes here: until it ends, no single key is a command, wherever the focus is, and what is typed while nothing
 * has the focus goes here. Give a function that stays the same, or null while nobody writes.
 * @param focus brings the focus to the text
 */
export function useTypingPlace(focus: (() => void) | null): void {
  useLayoutEffect(() => {
    if (!focus) return undefined;
    places.push(focus);
    return () => {
      places.splice(places.lastIndexOf(focus), 1);
    };
  }, [focus]);
}

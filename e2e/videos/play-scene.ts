import { readingTime, type Cue } from './captions';
import type { Film } from './film';
import type { Hand } from './hand';
import type { Scene } from './scene';

/** Draws a pointer that follows the mouse: a screencast has none of its own. */
export function drawPointer(): void {
  const show = () => {
    const pointer = document.createElement('div');
    Object.assign(pointer.style, {
      position: 'fixed',
      zIndex: '2147483647',
      width: '20px',
      height: '20px',
      margin: '-10px 0 0 -10px',
      borderRadius: '50%',
      background: 'rgba(61, 76, 214, .35)',
      border: '2px solid rgb(61, 76, 214)',
      pointerEvents: 'none',
      transition: 'transform 120ms, box-shadow 120ms',
      left: '-40px',
    });
    document.documentElement.append(pointer);
    addEventListener('mousemove', ({ clientX, clientY }) => {
      pointer.style.left = `${clientX}px`;
      pointer.style.top = `${clientY}px`;
    });
    addEventListener(
      'mousedown',
      () => Object.assign(pointer.style, { transform: 'scale(.7)', boxShadow: '0 0 0 10px rgba(61, 76, 214, .25)' }),
      true,
    );
    addEventListener('mouseup', () => Object.assign(pointer.style, { transform: '', boxShadow: '' }), true);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
  else show();
}

/** Plays a scene step by step, each for as long as its sentence takes to read. @returns captions and chapters with their times */
export async function playScene(hand: Hand, film: Film, scene: Scene) {
  const cues: Cue[] = [];
  const chapters: { at: number; title: string }[] = [];
  for (const { title, steps } of scene.chapters) {
    chapters.push({ at: Math.round(film.now() * 10) / 10, title });
    for (const { say, does } of steps) {
      const from = film.now();
      const until = from + readingTime(say);
      await does?.(hand);
      if (until > film.now()) await hand.rest((until - film.now()) * 1000);
      cues.push({ text: say, from, to: film.now() - 0.1 });
    }
  }
  await hand.rest(1000);
  return { cues, chapters };
}

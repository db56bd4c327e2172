import type { Locator, Page } from '@playwright/test';
import { readingTime, type Cue } from './captions';
import type { Film } from './film';
import type { Places, Scene, Step } from './scene';

/** Draws a pointer that follows the mouse: a screencast has none of its own. */
export function drawPointer(): void {
  const show = () => {
    const pointer = document.createElement('div');
    Object.assign(pointer.style, {
      position: 'fixed',
      zIndex: '2147483647',
      width: '18px',
      height: '18px',
      margin: '-9px 0 0 -9px',
      borderRadius: '50%',
      background: 'rgba(61, 76, 214, .35)',
      border: '2px solid rgb(61, 76, 214)',
      pointerEvents: 'none',
      transition: 'transform 120ms',
      left: '-40px',
    });
    document.documentElement.append(pointer);
    addEventListener('mousemove', ({ clientX, clientY }) => {
      pointer.style.left = `${clientX}px`;
      pointer.style.top = `${clientY}px`;
    });
    addEventListener('mousedown', () => (pointer.style.transform = 'scale(.7)'));
    addEventListener('mouseup', () => (pointer.style.transform = ''));
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
  else show();
}

/** Plays a scene step by step, each for as long as its sentence takes to read. @returns captions and chapters with their times */
export async function playScene(page: Page, film: Film, scene: Scene, places: Places) {
  const cues: Cue[] = [];
  const chapters: { at: number; title: string }[] = [];
  for (const { title, steps } of scene.chapters) {
    chapters.push({ at: Math.round(film.now() * 10) / 10, title });
    for (const step of steps) {
      const from = film.now();
      const until = from + readingTime(step.say);
      await act({ page, film, places }, step);
      // The reader's time, not the page's: nothing is awaited here.
      if (until > film.now()) await page.waitForTimeout((until - film.now()) * 1000);
      cues.push({ text: step.say, from, to: film.now() - 0.1 });
    }
  }
  return { cues, chapters };
}

interface Set {
  page: Page;
  film: Film;
  places: Places;
}

async function act({ page, film, places }: Set, step: Step): Promise<void> {
  if (step.open) {
    const address = step.open(places);
    await film.cut(() => goTo(page, address));
  }
  if (step.point) await moveTo(page, step.point(page));
  if (step.click) {
    await moveTo(page, step.click(page));
    await step.click(page).click();
    await film.cut(() => isAtRest(page));
  }
  if (step.type) await page.keyboard.type(step.type, { delay: 45 });
  if (step.press) {
    await page.keyboard.press(step.press);
    await film.cut(() => isAtRest(page));
  }
  if (step.file) {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: step.file.name,
        mimeType: 'text/csv',
        buffer: Buffer.from(step.file.text),
      });
    await film.cut(() => isAtRest(page));
  }
  if (step.scroll) {
    // What scrolls is what the pointer stands over: the middle of the page, not the navigation.
    await page.mouse.move(800, 500, { steps: 10 });
    await page.mouse.wheel(0, step.scroll);
  }
}

export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#page').getByRole('heading').first().waitFor();
  await isAtRest(page);
}

/** Nothing is loading any more. The live channel stays open, so the network itself never rests. */
async function isAtRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], [role=progressbar][aria-label^=Loading]'),
  );
}

async function moveTo(page: Page, target: Locator): Promise<void> {
  // Not Playwright's own: it waits until a row stands still, which in a list that is alive may be never.
  await target.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const box = await target.boundingBox();
  if (!box) throw new Error('What the scene points at is not shown.');
  await page.mouse.move(box.x + Math.min(box.width / 2, 160), box.y + box.height / 2, { steps: 15 });
}

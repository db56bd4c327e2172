import type { Page } from '@playwright/test';
import { findBarriers } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { changeScreens } from '../support/screens';

/** Styles that stand beside those of the page until they are taken away. */
const plant = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);
const removeLast = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });

/** The element of a finding about colours. */
const contrast = [expect.stringMatching(/^color-contrast: .*contrast of/)];
const none: string[] = [];

test('a barrier in one theme of one width is found, on a page that was judged before', async ({ page, login }) => {
  const show = await changeScreens(page);
  await login.open();
  // Twice: the second look leaves out what the first has judged.
  for (const _ of [1, 2]) expect(await findBarriers(page)).toEqual({ light: none, dark: none });

  await test.step('pale in the dark on a phone', async () => {
    await plant(page, '@media (max-width: 640px) { [data-theme=dark] h1 { color: #444 } }');
    expect(await findBarriers(page)).toEqual({ light: none, dark: none });
    await show('phone');
    expect(await findBarriers(page)).toEqual({ light: none, dark: contrast });
    expect(await findBarriers(page), 'as long as it is there').toEqual({ light: none, dark: contrast });
    await removeLast(page);
    expect(await findBarriers(page)).toEqual({ light: none, dark: none });
    await show('wide');
  });

  await test.step('in something that has no box, as areas do, or no height', async () => {
    for (const around of ['display: contents', 'height: 0']) {
      await page.evaluate((style) => {
        document
          .querySelector('#page')!
          .insertAdjacentHTML('beforeend', '<div id="planted"><p>A planted text</p></div>');
        document.querySelector<HTMLElement>('#planted')!.style.cssText = style;
      }, around);
      expect(await findBarriers(page), around).toEqual({ light: none, dark: none });
      await plant(page, '[data-theme=dark] #planted p { color: #333 }');
      expect(await findBarriers(page), around).toEqual({ light: none, dark: contrast });
      await removeLast(page);
      await page.evaluate(() => document.querySelector('#planted')!.remove());
    }
  });

  await test.step('large enough for a pale colour, then small', async () => {
    await plant(page, '[data-theme=light] h1 { color: #8a8a8a; font-size: 32px }');
    expect(await findBarriers(page)).toEqual({ light: none, dark: none });
    await removeLast(page);
    await plant(page, '[data-theme=light] h1 { color: #8a8a8a; font-size: 14px; font-weight: 400 }');
    expect(await findBarriers(page)).toEqual({ light: contrast, dark: none });
    await removeLast(page);
  });

  await test.step('over something that is not around it', async () => {
    await page.evaluate(() => {
      const [text, ground] = [document.createElement('p'), document.createElement('div')];
      text.textContent = 'A text over something else';
      ground.append(document.createElement('span'));
      for (const element of [ground, text]) document.querySelector('#page')!.append(element);
      text.id = 'planted-text';
      ground.id = 'planted-ground';
    });
    const place = 'position: fixed; left: 0; bottom: 0; width: 300px; height: 40px; margin: 0';
    await plant(page, `#planted-text, #planted-ground { ${place} } #planted-text { color: #111; background: none }`);
    await plant(page, '#planted-ground { background: #fff }');
    expect(await findBarriers(page)).toEqual({ light: none, dark: none });
    await removeLast(page);
    await plant(page, '#planted-ground { background: #fff } [data-theme=dark] #planted-ground { background: #222 }');
    expect(await findBarriers(page)).toEqual({ light: none, dark: contrast });
    await removeLast(page);
    await removeLast(page);
    await page.evaluate(() => document.querySelectorAll('[id^=planted]').forEach((element) => element.remove()));
  });

  await test.step('an image without a word for it, on a phone', async () => {
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      image.className = 'planted';
      document.querySelector('#page')!.append(image);
    });
    await plant(page, '@media (min-width: 641px) { .planted { display: none } }');
    expect(await findBarriers(page)).toEqual({ light: none, dark: none });
    await show('phone');
    expect((await findBarriers(page)).light).toEqual([expect.stringMatching(/^image-alt: /)]);
  });
});

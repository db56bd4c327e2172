import type { Page } from '@playwright/test';

/** A phone has a finger for a pointer, and twice the pixels. */
const screens = {
  wide: { width: 1440, height: 900, isPhone: false },
  small: { width: 1024, height: 768, isPhone: false },
  phone: { width: 390, height: 844, isPhone: true },
};
export type Screen = keyof typeof screens;
export const widthOf = (screen: Screen): number => screens[screen].width;

/**
 * Shows a page that is open on one screen after another. Deliberate: Chromium's own emulation, because a context of Playwright has either
 * a mouse or a finger for its whole life.
 */
export async function changeScreens(page: Page): Promise<(screen: Screen) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (screen) => {
    const { width, height, isPhone } = screens[screen];
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: isPhone ? 2 : 1,
      mobile: isPhone,
    });
  };
}

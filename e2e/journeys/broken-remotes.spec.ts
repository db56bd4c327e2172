import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import {
  brokenVersions,
  deliveries,
  neverAnswers,
  readServedRemotes,
  type Failure,
  type ServedList,
  type ServedRemote,
} from '../support/remote-failures';

/** The specification's exact words. */
const question = "Hey! We've just pushed up an updated version. Click Ok to load it";

// Broken on purpose, so what the page logs is expected; what the policy refuses is not.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((text) => text.includes('Content-Security-Policy')));
});

const names = ['accounts', 'analytics', 'campaigns', 'deliverability', 'inbox', 'settings', 'university'];

const panel = (page: Page, title: string) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: `${title} did not load` }) });
/** The navigation: what stands around the areas. */
const frame = (page: Page) => page.getByRole('navigation').first();
const retry = (page: Page, title: string) => panel(page, title).getByRole('button', { name: 'Try again' });

const otherThan = (remotes: readonly ServedRemote[], broken: ServedRemote) =>
  remotes.find(({ name }) => name === (broken.name === 'settings' ? 'university' : 'settings')) as ServedRemote;

/** Opens an area from another one: the page of its own address brings its first files with it, before anything asks for them. */
async function openFromBeside(page: Page, remotes: readonly ServedRemote[], remote: ServedRemote): Promise<void> {
  const other = otherThan(remotes, remote);
  await page.goto(other.basePaths[0] as string);
  await expect(page.locator(`[data-area=${other.name}]`)).not.toBeEmpty();
  await page.evaluate((address) => history.pushState(null, '', address), remote.basePaths[0]);
}

/** Another area can be opened while this one is broken; what has come to an end is loaded by the retry, in the same page. */
async function theRestWorks(
  page: Page,
  remotes: readonly ServedRemote[],
  broken: ServedRemote,
  failure?: Failure,
): Promise<void> {
  const other = otherThan(remotes, broken);
  await page.evaluate((address) => history.pushState(null, '', address), other.basePaths[0]);
  await expect(panel(page, broken.title)).toHaveCount(0);
  await expect(page.locator(`[data-area=${other.name}]`)).not.toBeEmpty();
  const end = await failure?.start(page, broken);
  await page.evaluate((address) => history.pushState(null, '', address), broken.basePaths[0]);
  await expect(panel(page, broken.title)).toBeVisible();
  if (!end) return;
  await end();
  await retry(page, broken.title).click();
  await expect(panel(page, broken.title)).toHaveCount(0);
  await expect(page.locator(`[data-area=${broken.name}]`)).not.toBeEmpty();
}

interface Reached {
  page: Page;
  remote: ServedRemote;
  asked: string[];
}

/** The panel names the area and says why, the frame stands, and the newer version is offered where scripts did not load. */
async function standsTheFailure({ page, remote, asked }: Reached, failure: Failure): Promise<void> {
  await expect(panel(page, remote.title), 'the panel names the area').toBeVisible();
  await expect(frame(page), 'the frame stands').toBeVisible();
  if (failure.says) await expect(panel(page, remote.title)).toContainText(failure.says);
  expect(asked.splice(0), 'asks for the newer version').toEqual(failure.asks ? [question] : []);
  await page.evaluate(() => sessionStorage.clear());
}

for (const name of names) {
  test(`${name} fails in every way it can, and the rest works`, async ({ page, loggedIn: _ }) => {
    const { remotes } = await readServedRemotes();
    const remote = remotes.find((each) => each.name === name) as ServedRemote;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    const reached = { page, remote, asked };

    // What does not arrive: one failure after the other in one page, each met by the retry after the one before.
    const injected = neverAnswers(3);
    const failures = [injected, ...deliveries];
    for (const [place, failure] of failures.entries()) {
      await test.step(failure.name, async () => {
        const end = await failure.start(page, remote);
        if (place === 0) await openFromBeside(page, remotes, remote);
        else {
          await retry(page, remote.title).click();
          await expect(panel(page, remote.title)).toContainText(`Tried ${place + 1} times`);
        }
        await standsTheFailure(reached, failure);
        await end();
      });
    }
    await theRestWorks(page, remotes, remote, deliveries[0] as Failure);

    // What arrives and breaks: a page each, because what has run once stays. The test replaces the area with one of its own, so one remote
    // shows it for all.
    if (name !== 'inbox') return;
    for (const failure of brokenVersions) {
      await test.step(failure.name, async () => {
        const end = await failure.start(page, remote);
        await page.goto(remote.basePaths[0] as string);
        await standsTheFailure(reached, failure);
        await end();
      });
    }
    asked.length = 0;
    await page.goto(remote.basePaths[0] as string);
    await expect(page.locator(`[data-area=${name}]`)).not.toBeEmpty();
    await expect(panel(page, remote.title)).toHaveCount(0);
  });
}

test('OK reloads once, and a page that stays broken asks no second time', async ({ page, loggedIn: _ }) => {
  const { remotes } = await readServedRemotes();
  const inbox = remotes.find(({ name }) => name === 'inbox') as ServedRemote;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  await (deliveries[0] as Failure).start(page, inbox);
  await page.goto('/app/master-inbox');
  await expect.poll(() => loads).toBe(2);
  await expect(panel(page, 'Master inbox')).toBeVisible();
  await retry(page, 'Master inbox').click();
  await expect(panel(page, 'Master inbox')).toContainText(/Tried 2 times/);
  expect(asked).toEqual([question]);
  expect(loads).toBe(2);
});

const spoilt: [string, (list: ServedList) => unknown, RegExp][] = [
  [
    'a byte of what it says of a remote',
    ({ remotes, ...list }) => ({
      ...list,
      remotes: remotes.map((remote) =>
        remote.name === 'inbox' ? { ...remote, entry: remote.entry.replace('remoteEntry', 'remoteEntrx') } : remote,
      ),
    }),
    /signature of this version is not one of ours/,
  ],
  [
    'a hash',
    ({ remotes, ...list }) => ({
      ...list,
      remotes: remotes.map((remote) =>
        remote.name === 'inbox'
          ? { ...remote, integrity: { ...remote.integrity, 'remoteEntry.js': 'sha384-AAAA' } }
          : remote,
      ),
    }),
    /signature of this version is not one of ours/,
  ],
  [
    'its navigation',
    ({ remotes, ...list }) => ({
      ...list,
      remotes: remotes.map((remote) => (remote.name === 'inbox' ? { ...remote, nav: undefined } : remote)),
    }),
    /What remotes.json says of this area is malformed: nav is not a list/,
  ],
];

for (const [what, spoil, sentence] of spoilt) {
  test(`remotes.json with ${what} changed: the area is refused, nothing of it is loaded, the others work`, async ({
    page,
    loggedIn: _,
  }) => {
    const { remotes } = await readServedRemotes();
    await page.route(/\/remotes\.json/, async (route) =>
      route.fulfill({ json: spoil((await (await route.fetch()).json()) as ServedList) }),
    );
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/remotes/inbox/')) loaded.push(request.url());
    });
    const inbox = remotes.find(({ name }) => name === 'inbox') as ServedRemote;
    await openFromBeside(page, remotes, inbox);
    await expect(panel(page, 'Master inbox')).toContainText(sentence);
    expect(loaded).toEqual([]);
    await theRestWorks(page, remotes, inbox);
    await page.unroute(/\/remotes\.json/);
    await retry(page, 'Master inbox').click();
    await expect(page.locator('[data-area=inbox]')).not.toBeEmpty();
  });
}

test('a remote without a signature is refused', async ({ page, loggedIn: _ }) => {
  const { createHash } = await import('node:crypto');
  await page.route(/\/remotes\.json/, async (route) => {
    const list = (await (await route.fetch()).json()) as ServedList;
    const remotes = list.remotes.map((remote) =>
      remote.name === 'inbox' ? { ...remote, signature: undefined } : remote,
    );
    const version = createHash('sha256')
      .update(remotes.map(({ signature }) => (signature as string | undefined) ?? '').join('\n'))
      .digest('hex');
    await route.fulfill({ json: { version, remotes } });
  });
  await page.goto('/app/master-inbox');
  await expect(panel(page, 'Master inbox')).toContainText('is not signed');
});

test('remotes.json itself fails in every way: a panel, no white screen, and the retry goes on', async ({
  page,
  loggedIn: _,
}) => {
  const answers = [
    { status: 500, body: 'broken' },
    { status: 404, body: 'Not found' },
    { contentType: 'text/html', body: '<!doctype html><title>Hello</title>' },
    { contentType: 'application/json', body: '{"version":' },
    { json: { version: '1', remotes: [] } },
  ];
  for (const answer of answers) {
    await page.route(/\/remotes\.json/, (route) => route.fulfill(answer));
    await page.goto('/app/email-campaign/all');
    await expect(panel(page, 'The list of areas')).toBeVisible();
    await expect(panel(page, 'The list of areas')).toContainText('no area can be opened');
    await expect(frame(page)).toBeVisible();
    await page.unroute(/\/remotes\.json/);
  }
  await retry(page, 'The list of areas').click();
  await expect(page.locator('[data-area=campaigns]')).not.toBeEmpty();
});

test('no shared module is there twice, whichever areas were opened', async ({ page, loggedIn: _ }) => {
  const { remotes } = await readServedRemotes();
  // A renderer of React makes itself known here.
  await page.addInitScript(() => {
    const renderers = new Map<number, unknown>();
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        renderers,
        supportsFiber: true,
        inject: (renderer: unknown) => renderers.set(renderers.size + 1, renderer).size,
        onCommitFiberRoot() {},
        onCommitFiberUnmount() {},
        onScheduleFiberRoot() {},
        onPostCommitFiberRoot() {},
        checkDCE() {},
      },
    });
  });
  await page.goto('/app/email-campaign/all');
  await expect(page.locator('[data-area=campaigns]')).not.toBeEmpty();
  for (const { name, basePaths } of remotes) {
    await page.evaluate((address) => history.pushState(null, '', address), basePaths[0]);
    await expect(page.locator(`[data-area=${name}]`)).not.toBeEmpty();
  }
  const found = await page.evaluate(() => {
    interface Entry {
      get: unknown;
      lib?: () => unknown;
    }
    interface Instance {
      name: string;
      shareScopeMap: Record<string, Record<string, Record<string, Entry>>>;
    }
    const page = window as unknown as {
      __FEDERATION__: { __INSTANCES__: Instance[] };
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { renderers: Map<number, unknown> };
    };
    const instances = page.__FEDERATION__.__INSTANCES__;
    const modules = new Map<string, { versions: Set<string>; getters: Set<unknown>; loaded: Set<unknown> }>();
    for (const { shareScopeMap } of instances) {
      for (const [module, versions] of Object.entries(shareScopeMap['default'] ?? {})) {
        const known = modules.get(module) ?? { versions: new Set(), getters: new Set(), loaded: new Set() };
        modules.set(module, known);
        for (const [version, { get, lib }] of Object.entries(versions)) {
          known.versions.add(version);
          known.getters.add(get);
          if (lib) known.loaded.add(lib());
        }
      }
    }
    return {
      instances: instances.map(({ name }) => name),
      modules: [...modules.keys()],
      renderers: page.__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers.size,
      styles: document.querySelectorAll('style[data-styled]').length,
      twice: [...modules]
        .filter(([, { versions, getters, loaded }]) => versions.size > 1 || getters.size > 1 || loaded.size > 1)
        .map(([module]) => module),
    };
  });
  expect(found.instances).toEqual(expect.arrayContaining(['shell', ...names]));
  expect(found.modules).toEqual(
    expect.arrayContaining([
      'react',
      'react-dom/client',
      'styled-components',
      '@reduxjs/toolkit',
      '@skein/mfe/store',
      '@skein/ui/button',
    ]),
  );
  expect(found.twice, 'modules of which there are two').toEqual([]);
  expect(found.renderers, 'renderers of React').toBe(1);
  expect(found.styles, 'style elements of styled-components').toBe(1);
});

import { navigateToUrl, registerApplication, start, type ParcelConfig } from 'single-spa';
import type { AreaPresence } from '@skein/mfe/area-presence';
import { ownerOf, type DeployedRemote } from '@skein/mfe/manifest';
import { provideTelemetry } from '@skein/mfe/telemetry';
import { createAdapter } from './adapter';
import { areaState, outletId } from './area-state';
import { createKeptAreas, type KeptAreas } from './kept-areas';

/** One way a remote can behave; `release` lets a load or a mount go on. */
interface Behaviour {
  load?: () => Promise<ParcelConfig>;
  config?: Partial<ParcelConfig>;
}

const remotes: DeployedRemote[] = ['alpha', 'beta', 'gamma'].map((name) => ({
  name,
  title: name,
  version: '1',
  entry: `/remotes/${name}/1/remoteEntry.js`,
  integrity: {},
  basePaths: [`/app/${name}`, `/app/${name}-more`],
  nav: [],
  permissions: [],
  parts: [],
}));

const behaviour: Record<string, Behaviour> = {};
const loads: string[] = [];

const lifecycles = (name: string) =>
  ({
    bootstrap: () => Promise.resolve(),
    mount: (props: { domElement: HTMLElement }) => {
      props.domElement.innerHTML = `<p>${name} is here</p>`;
      return Promise.resolve();
    },
    unmount: (props: { domElement: HTMLElement }) => {
      props.domElement.innerHTML = '';
      return Promise.resolve();
    },
    ...(behaviour[name]?.config as object),
  }) as unknown as ParcelConfig;

const load = (name: string): Promise<ParcelConfig> => {
  loads.push(name);
  return behaviour[name]?.load?.() ?? Promise.resolve(lifecycles(name));
};

const outlet = () => document.getElementById(outletId) as HTMLElement;

/** Waits until the outlet's area is in a state. */
function reaches(status: string, name?: string): Promise<void> {
  const met = () => {
    const state = areaState.get();
    return state.status === status && (name === undefined || (state.status !== 'none' && state.name === name));
  };
  return new Promise((resolve) => {
    if (met()) return resolve();
    const stop = areaState.subscribe(() => {
      if (!met()) return;
      stop();
      resolve();
    });
  });
}

/** Nothing that mounts is given up, however long the machine takes. */
const limit = 900_000;
const go = (path: string) => navigateToUrl(path);

beforeAll(() => {
  provideTelemetry({ pageViewed() {}, failed() {}, reset() {} });
  window.confirm = () => false;
  document.body.innerHTML = `<main><div id="${outletId}"></div></main>`;
  for (const remote of remotes) {
    registerApplication({
      name: remote.name,
      app: () => Promise.resolve(createAdapter(remote, { load, mountLimit: limit, unmountLimit: limit })),
      activeWhen: (location) => ownerOf(remotes, location.pathname)?.name === remote.name,
    });
  }
  start({ urlRerouteOnly: true });
});

beforeEach(() => {
  loads.length = 0;
  for (const name of Object.keys(behaviour)) delete behaviour[name];
});

it('shows the area that owns the address, whichever of its prefixes', async () => {
  go('/app/alpha/list');
  await reaches('ready', 'alpha');
  expect(outlet().textContent).toBe('alpha is here');
  go('/app/beta-more');
  await reaches('ready', 'beta');
  expect(outlet().textContent).toBe('beta is here');
});

it('uses one host element for an area, however often it is visited', async () => {
  go('/app/alpha');
  await reaches('ready', 'alpha');
  const first = outlet().firstElementChild;
  go('/app/beta');
  await reaches('ready', 'beta');
  go('/app/alpha');
  await reaches('ready', 'alpha');
  expect(outlet().firstElementChild).toBe(first);
});

it('goes on to another area while one never answers', async () => {
  behaviour.gamma = { load: () => new Promise(() => {}) };
  go('/app/gamma');
  await reaches('loading', 'gamma');
  go('/app/alpha');
  await reaches('ready', 'alpha');
  expect(outlet().textContent).toBe('alpha is here');
});

it('says which area could not be loaded, lets the others work, and tries again when asked', async () => {
  behaviour.gamma = { load: () => Promise.reject(new Error('no such file')) };
  go('/app/gamma');
  await reaches('failed', 'gamma');
  expect(areaState.get()).toMatchObject({ name: 'gamma', attempts: 1 });
  go('/app/beta');
  await reaches('ready', 'beta');
  go('/app/gamma');
  await reaches('failed', 'gamma');
  delete behaviour.gamma;
  const state = areaState.get();
  if (state.status !== 'failed') throw new Error('not failed');
  state.retry();
  await reaches('ready', 'gamma');
  expect(outlet().textContent).toBe('gamma is here');
});

it('gives up a mount that never ends, and navigation goes on', async () => {
  // A new area each time: a mounted parcel is used again and would not be mounted from its configuration.
  const stuck: DeployedRemote = { ...(remotes[0] as DeployedRemote), name: 'stuck', basePaths: ['/app/stuck'] };
  behaviour.stuck = { config: { mount: () => new Promise<never>(() => {}) } };
  registerApplication({
    name: 'stuck',
    app: () => Promise.resolve(createAdapter(stuck, { load, mountLimit: 50, unmountLimit: limit })),
    activeWhen: '/app/stuck',
  });
  go('/app/stuck');
  await reaches('failed', 'stuck');
  go('/app/alpha');
  await reaches('ready', 'alpha');
  expect(outlet().textContent).toBe('alpha is here');
});

it('cleans up after an area whose unmount throws', async () => {
  const messy: DeployedRemote = { ...(remotes[0] as DeployedRemote), name: 'messy', basePaths: ['/app/messy'] };
  behaviour.messy = { config: { unmount: () => Promise.reject(new Error('cannot leave')) } };
  registerApplication({
    name: 'messy',
    app: () => Promise.resolve(createAdapter(messy, { load, mountLimit: limit, unmountLimit: limit })),
    activeWhen: '/app/messy',
  });
  go('/app/messy');
  await reaches('ready', 'messy');
  go('/app/beta');
  await reaches('ready', 'beta');
  expect(outlet().textContent).toBe('beta is here');
  go('/app/messy');
  await reaches('ready', 'messy');
  expect(outlet().textContent).toBe('messy is here');
});

it('ends in the one right area after many quick changes', async () => {
  for (let turn = 0; turn < 12; turn += 1) {
    go(`/app/${['alpha', 'beta', 'gamma'][turn % 3]}`);
    await new Promise((resolve) => setTimeout(resolve, turn % 4));
  }
  await reaches('ready', 'gamma');
  expect(outlet().children).toHaveLength(1);
  expect(outlet().textContent).toBe('gamma is here');
});

describe('an area that can be kept', () => {
  const calls: string[] = [];
  const keepable = (name: string, kept: KeptAreas): void => {
    const remote: DeployedRemote = { ...(remotes[0] as DeployedRemote), name, basePaths: [`/app/${name}`] };
    behaviour[name] = {
      config: {
        mount: ({ domElement, presence }: { domElement: HTMLElement; presence: AreaPresence }) => {
          calls.push(`mount ${name}`);
          domElement.innerHTML = '<input>';
          presence.isKeepable = true;
          presence.shown.subscribe(() => calls.push(`${presence.shown.get() ? 'show' : 'hide'} ${name}`));
          return Promise.resolve();
        },
        unmount: ({ domElement }: { domElement: HTMLElement }) => {
          calls.push(`unmount ${name}`);
          domElement.innerHTML = '';
          return Promise.resolve();
        },
      } as never,
    };
    registerApplication({
      name,
      app: () => Promise.resolve(createAdapter(remote, { load, kept })),
      activeWhen: `/app/${name}`,
    });
  };
  const visit = async (name: string) => {
    go(`/app/${name}`);
    await reaches('ready', name);
  };

  it('comes back as it was left, without being loaded or mounted again', async () => {
    keepable('kept', createKeptAreas());
    await visit('kept');
    const field = outlet().querySelector('input') as HTMLInputElement;
    field.value = 'half a sentence';
    await visit('alpha');
    expect(document.querySelector('[data-area=kept]')).toBeNull();
    await visit('kept');
    expect(outlet().querySelector('input')).toBe(field);
    expect(field.value).toBe('half a sentence');
    expect(calls).toEqual(['mount kept', 'hide kept', 'show kept']);
    expect(loads.filter((name) => name === 'kept')).toHaveLength(1);
  });

  it('is taken down when others need its place, and stands anew when it is visited again', async () => {
    const kept = createKeptAreas({ most: 1 });
    calls.length = 0;
    keepable('older', kept);
    keepable('newer', kept);
    const lifecycles = () => calls.splice(0).filter((call) => /mount (older|newer)/.test(call));
    await visit('older');
    await visit('newer');
    await visit('alpha');
    expect(lifecycles()).toEqual(['mount older', 'mount newer', 'unmount older']);
    await visit('older');
    expect(outlet().querySelector('input')).not.toBeNull();
    expect(lifecycles()).toEqual(['mount older']);
    kept.clear();
    await visit('newer');
    expect(lifecycles()).toEqual(['unmount newer', 'mount newer']);
  });
});

it('shows an area whose frame is drawn only after the address changed, new or kept', async () => {
  go('/app/beta');
  await reaches('ready', 'beta');
  const frame = document.querySelector('main') as HTMLElement;
  for (const name of ['alpha', 'beta']) {
    frame.replaceChildren();
    go(`/app/${name}`);
    await reaches('loading', name);
    const place = document.createElement('div');
    place.id = outletId;
    frame.append(place);
    await reaches('ready', name);
    expect(outlet().textContent).toBe(`${name} is here`);
  }
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { Contract } from '@skein/contracts/endpoint';
import type { Subject } from '@skein/mfe/access';
import type { FakeServer } from './fake-server';
import { findShown, type FullState } from './page-states';
import { person } from './person';
import { productServer } from './product-server';
import { renderPage, type OpenPage } from './render-page';

type Text = string | RegExp;

/** The six states of a page that takes something and sends it. */
export interface FormStates {
  /** The files of the pages that the block is for. */
  page: string | readonly string[];
  area: ComponentType;
  address: string;
  /** Who is logged in; null for nobody. */
  as?: Subject | null;
  basename?: string;
  /** Answers for all that the page reads, and for what it sends. */
  given: (server: FakeServer) => void;
  sends: readonly [Contract, string];
  /** What is typed into the fields, by their labels. */
  fill?: Readonly<Record<string, string>>;
  /** Chooses what no field of text takes. */
  choose?: () => Promise<void>;
  /** The button that sends it. */
  button: Text;
  /**
   * What is said when it is sent without anything; `off`: the button waits for it. `address`: where there is nothing to send; `given`:
   * when there is nothing to send yet.
   */
  empty: Text | 'off' | { address?: string; given?: (server: FakeServer) => void; shows: Text };
  /** What is shown once it was sent. */
  done: Text;
  /** A field by its label, and the longest that people type into it: it is sent whole. `given`: the longest that is shown. */
  full: Readonly<Record<string, string>> | FullState;
  /** Who may not see it, and what happens then: they are told, or are sent elsewhere. */
  noAccess: { as: Subject; shows?: Text; goesTo?: string; given?: (server: FakeServer) => void } | 'everyone';
}

const isShownFull = (full: FormStates['full']): full is FullState => typeof full['given'] === 'function';
const serverSays = 'The database is being restarted.';
const fieldOf = (label: string) => screen.getAllByLabelText(new RegExp(`^${label}`))[0] as HTMLInputElement;

/** What the tests of a form do with it. */
function handOf(states: FormStates) {
  const open = async (change: (server: FakeServer) => void = () => undefined, as = states.as, at = states.address) => {
    const server = productServer();
    states.given(server);
    change(server);
    const { area, basename } = states;
    const page: OpenPage = await renderPage(area, { address: at, server, as, basename });
    return { server, page };
  };
  const button = () => screen.findByRole<HTMLButtonElement>('button', { name: states.button });
  const send = async (typed: Readonly<Record<string, string>>) => {
    await button();
    for (const [label, value] of Object.entries(typed)) fireEvent.change(fieldOf(label), { target: { value } });
    await states.choose?.();
    fireEvent.click(await button());
  };
  return { open, button, send };
}

type Hand = ReturnType<typeof handOf>;
const isOff = (button: Element | null) => button?.matches(':disabled, [aria-disabled="true"]') ?? true;

/** Tests that a form says what is missing, that it is sent, what was refused and what came of it, and takes the longest words. */
export function testFormStates(states: FormStates): void {
  const { sends, fill = {} } = states;
  const hand = handOf(states);
  const { open, button, send } = hand;

  it('says that it is being sent, then what came of it', async () => {
    let release = () => undefined as void;
    const { server } = await open((given) => {
      release = given.hold(...sends);
    });
    await send(fill);
    await waitFor(async () => expect((await button()).getAttribute('aria-busy')).toBe('true'));
    release();
    await findShown(states.done);
    expect(server.calls(...sends)).toHaveLength(1);
  });

  it('sends nothing while something is missing, and says what', async () => {
    const { empty } = states;
    const nothing = typeof empty === 'object' && !(empty instanceof RegExp) ? empty : null;
    const { server } = await open(nothing?.given, states.as, nothing?.address);
    if (nothing) {
      await findShown(nothing.shows);
      expect(isOff(screen.queryByRole('button', { name: states.button }))).toBe(true);
    } else if (empty === 'off') expect(isOff(await button())).toBe(true);
    else {
      fireEvent.click(await button());
      await findShown(empty as Text);
    }
    expect(server.calls(...sends)).toEqual([]);
  });

  it('says why it was refused, and keeps what was typed', async () => {
    await open((given) => given.fail(...sends, { code: 'UNAVAILABLE', message: serverSays }));
    await send(fill);
    await findShown(new RegExp(serverSays));
    for (const [label, value] of Object.entries(fill)) expect(fieldOf(label).value).toBe(value);
  });

  it('takes the longest that people type', async () => {
    const { full } = states;
    const isShown = isShownFull(full);
    const { server } = await open(isShown ? full.given : undefined);
    await send(isShown ? fill : { ...fill, ...full });
    await waitFor(() => expect(server.calls(...sends)).toHaveLength(1));
    if (isShown) return findShown(full.shows);
    const sent = JSON.stringify(server.calls(...sends)[0]?.body);
    for (const value of Object.values(full)) expect(sent).toContain(value);
    return undefined;
  });

  testAccess(states, hand);
}

/** Tests who may see the form. */
function testAccess({ noAccess, as, button }: FormStates, hand: Hand): void {
  if (noAccess === 'everyone') {
    it('is open to everyone', async () => {
      await hand.open(undefined, as === null ? null : person({ role: 'VIEW_ONLY_ACCESS' }));
      await hand.button();
    });
    return;
  }
  it('is closed to whom it is not for', async () => {
    const { page } = await hand.open(noAccess.given, noAccess.as);
    if (noAccess.shows) await screen.findAllByText(noAccess.shows);
    if (noAccess.goesTo) expect(page.address()).toBe(noAccess.goesTo);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });
}

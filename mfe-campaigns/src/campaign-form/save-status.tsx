import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useSignal, createSignal } from '@skein/mfe/signal';
import { Glyph } from '@skein/ui/icon';
import { timeOfDay } from '@skein/ui/instant';
import { LinkButton } from '@skein/ui/link';
import { useUi } from '@skein/ui/ui-provider';
import type { Autosave, SaveState } from './autosave';
import { SavingContext, type Saving } from './use-autosave';

type Known = Pick<Autosave<object>, 'state' | 'flush' | 'isPending'>;

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;

const worst: SaveState['status'][] = ['failed', 'saving', 'waiting', 'held', 'saved', 'idle'];

/** Gathers what every form of the page says about its saving. */
export function useSaving() {
  const [overall] = useState(() => createSignal<SaveState>({ status: 'idle', savedAt: null, problem: null }));
  const [known] = useState(() => new Set<Known>());
  const gather = useCallback(() => {
    const states = [...known].map((autosave) => autosave.state.get());
    const status = worst.find((candidate) => states.some((state) => state.status === candidate)) ?? 'idle';
    const times = [...states.map((state) => state.savedAt), overall.get().savedAt].filter(
      (time): time is Date => time !== null,
    );
    overall.set({
      status: status === 'idle' && times.length > 0 ? 'saved' : status,
      savedAt: times.sort((one, other) => other.getTime() - one.getTime())[0] ?? null,
      problem: states.find((state) => state.status === 'failed')?.problem ?? null,
    });
  }, [known, overall]);
  const saving = useMemo(
    (): Saving => ({
      register: (autosave) => {
        known.add(autosave);
        const stop = autosave.state.subscribe(gather);
        gather();
        return () => {
          stop();
          known.delete(autosave);
          gather();
        };
      },
      flushAll: async () => {
        for (const autosave of known) await autosave.flush();
      },
    }),
    [known, gather],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (![...known].some((autosave) => autosave.isPending())) return;
      event.preventDefault();
      // What waits for its rest is on its way to the server while the browser asks.
      saving.flushAll().catch(() => undefined);
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [known, saving]);
  return { saving, overall };
}

export const SavingProvider = ({ saving, children }: { saving: Saving; children: ReactNode }) => (
  <SavingContext value={saving}>{children}</SavingContext>
);

/** "Saved 10:41", in the sandbox "Saved", or what keeps a change from being saved. */
export function SaveStatus({ overall, saving }: { overall: ReturnType<typeof useSaving>['overall']; saving: Saving }) {
  const { timeZone } = useUi();
  const state = useSignal(overall);
  // A save happens in real time, and every time on this screen is campaign time: in the sandbox it would be a second clock.
  const { isSandbox } = useCampaignTime();
  const time = state.savedAt && !isSandbox ? timeOfDay(state.savedAt, timeZone) : null;
  return (
    <Line role="status">
      {state.status === 'failed' && (
        <>
          <Glyph name="bad" style={{ color: 'var(--danger)' }} />
          <span style={{ color: 'var(--danger)' }} title={state.problem?.message}>
            Not saved
          </span>
          <LinkButton
            onClick={() => {
              saving.flushAll().catch(() => undefined);
            }}
          >
            Try again
          </LinkButton>
        </>
      )}
      {(state.status === 'saving' || state.status === 'waiting') && 'Saving'}
      {state.status === 'held' && 'Not applied yet'}
      {state.status === 'saved' && (time ? `Saved ${time}` : 'Saved')}
    </Line>
  );
}

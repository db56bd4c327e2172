import { useRef, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { Icon } from './icon';
import { BareLink } from './link';
import { Count } from './text';
import { useCurrentInView } from './use-current-in-view';
import { VisuallyHidden } from './visually-hidden';

/** Positioned, so that the hidden words of its steps scroll with it and widen nothing else. */
const List = styled.ol`
  position: relative;
  display: flex;
  align-items: center;
  gap: var(--s-1);
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-1);
    flex: none;
  }
  & > li + li::before {
    content: '';
    width: 20px;
    height: 1px;
    background: var(--border-strong);
  }
`;

const look = css<{ $state: StepState }>`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  height: 32px;
  padding: 0 var(--s-2);
  border-radius: var(--r-2);
  color: ${({ $state }) => ({ current: 'var(--text)', done: 'var(--text-2)', problem: 'var(--text-2)', open: 'var(--muted)' })[$state]};
  font-weight: var(--w-medium);
  white-space: nowrap;
  &:focus-visible {
    outline-offset: -2px;
  }
  @media (max-width: 720px) {
    height: 40px;
  }
`;
const StepLink = styled(BareLink)<{ $state: StepState }>`
  ${look} &:hover {
    background: var(--surface-3);
  }
`;
const StepText = styled.span<{ $state: StepState }>`
  ${look}
`;

const Mark = styled.span<{ $state: StepState }>`
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  font-size: var(--fs-1);
  font-weight: var(--w-bold);
  font-variant-numeric: tabular-nums;
  ${({ $state }) =>
    ({
      current: 'background: var(--accent); color: var(--on-accent);',
      done: 'background: var(--success-soft); color: var(--success);',
      problem: 'background: var(--warning-soft); color: var(--warning);',
      open: 'border: 1.5px solid var(--border-strong);',
    })[$state]}
`;

/** As wide as the page's buttons next to it leave: that decides which steps are named. */
const Room = styled.nav`
  min-width: 0;
  container-type: inline-size;
`;

/**
 * Its name and count. On a phone the steps scroll; wider, only the current step is named where not all of them have
 * room beside the page's buttons.
 */
const Words = styled.span<{ $state: StepState }>`
  display: inline-flex;
  align-items: center;
  gap: var(--s-2);
  @media (min-width: 720.02px) {
    ${({ $state }) =>
      $state !== 'current' &&
      css`
        @container (max-width: 719.98px) {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      `}
  }
`;

/** State of a step. */
export type StepState = 'done' | 'current' | 'problem' | 'open';

/** One step of a flow. */
export interface StepItem {
  id: string;
  label: ReactNode;
  state: StepState;
  count?: ReactNode;
  /** Without one the step cannot be opened yet. */ href?: string;
}

const said: Record<StepState, string> = /* text */ { done: ', done', current: '', problem: ', needs a look', open: '' };

/** The steps of a flow, with where it stands. */
export function Stepper({ steps, label }: { steps: readonly StepItem[]; label: string }) {
  const list = useRef<HTMLOListElement>(null);
  useCurrentInView(list, steps.find((step) => step.state === 'current')?.id);
  return (
    <Room aria-label={label}>
      {/* On a narrow screen the list scrolls: without a link in it, it must be reachable by itself. */}
      <List ref={list} {...(steps.some((step) => step.href !== undefined) ? {} : { tabIndex: 0 })}>
        {steps.map((step, index) => {
          const content = (
            <>
              <Mark $state={step.state}>
                {step.state === 'done' ? <Icon name="check" size={14} /> : step.state === 'problem' ? '!' : index + 1}
              </Mark>
              <Words $state={step.state}>
                {step.label}
                {step.count !== undefined && <Count>{step.count}</Count>}
              </Words>
              {said[step.state] && <VisuallyHidden>{said[step.state]}</VisuallyHidden>}
            </>
          );
          const current = {
            ...(step.state === 'current' ? { 'aria-current': 'step' as const } : {}),
            ...(typeof step.label === 'string' ? { title: step.label } : {}),
          };
          return (
            <li key={step.id}>
              {step.href !== undefined ? (
                <StepLink href={step.href} $state={step.state} {...current}>
                  {content}
                </StepLink>
              ) : (
                <StepText $state={step.state} {...current}>
                  {content}
                </StepText>
              )}
            </li>
          );
        })}
      </List>
    </Room>
  );
}

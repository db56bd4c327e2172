import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import type { TemplateVariable } from '@skein/ui/rich-text-editor';
import { Count } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { useCurrentInView } from '@skein/ui/use-current-in-view';
import { BestWinsDialog, SharesDialog } from './distribution-dialogs';
import { DistributionMenu } from './distribution-menu';
import type { DraftStep, DraftVariant } from './draft-step';
import { focusNext } from './next-focus';
import { addVariant, freeLabel, shownShares, withVariants } from './variant-shares';
import { CompareDialog } from './compare-dialog';

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-1);
  & > * {
    flex: none;
  }
  & > div:first-child {
    display: flex;
    align-items: center;
    gap: 4px;
    flex: 1 1 120px;
    min-width: 120px;
  }
  @media (max-width: 720px) {
    flex-wrap: wrap;
  }
`;

/** Up to 26 letters in one line that scrolls, so that the text below keeps its place. */
const Strip = styled.div`
  display: flex;
  gap: 4px;
  min-width: 0;
  padding: 1px;
  overflow-x: auto;
  scrollbar-width: thin;
  & > button {
    flex: none;
  }
`;

const Tab = styled.button`
  display: inline-flex;
  align-items: baseline;
  gap: 6px;
  height: 32px;
  padding: 0 10px;
  line-height: 30px;
  border: 1px solid transparent;
  border-radius: var(--r-2);
  color: var(--text-2);
  & > b {
    font-weight: var(--w-bold);
  }
  &:hover {
    background: var(--surface-3);
  }
  &[aria-selected='true'] {
    border-color: var(--border-strong);
    background: var(--surface);
    box-shadow: var(--shadow-1);
    color: var(--text);
  }
`;

interface VariantBarProps {
  campaignId: number;
  step: DraftStep;
  number: number;
  current: string;
  /** Told the letter of the variant. */
  onSelect: (label: string) => void;
  /** Changes the step from what it is at that time: a file may arrive, and a save give ids, while a dialog is open. */
  onStep: (change: (step: DraftStep) => DraftStep) => void;
  mayWrite: boolean;
  /** Fields that can be named, for the comparison. */
  variables: readonly TemplateVariable[];
  /** More tools at the end of the line. */
  end?: ReactNode;
}

interface VariantMenuProps {
  variant: DraftVariant;
  isLastOn: boolean;
  onStep: (change: (step: DraftStep) => DraftStep) => void;
  step: DraftStep;
  onSelect: (label: string) => void;
}

/** What can be done with the variant that is shown. */
function VariantMenu({ variant, isLastOn, onStep, step, onSelect }: VariantMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon="more" label={`Actions for variant ${variant.label}`} tooltip={false} />}
      entries={[
        {
          label: variant.isPaused ? 'Switch on' : 'Switch off',
          icon: variant.isPaused ? 'play' : 'pause',
          detail: variant.isPaused ? undefined : 'Leads get the other variants',
          disabled: isLastOn,
          onSelect: () =>
            onStep((now) =>
              withVariants(
                now,
                now.variants.map((entry) =>
                  entry.key === variant.key ? { ...entry, isPaused: !variant.isPaused } : entry,
                ),
              ),
            ),
        },
        {
          label: 'Remove',
          icon: 'trash',
          tone: 'danger',
          disabled: isLastOn,
          detail: isLastOn
            ? 'Switch another one on first'
            : variant.sent > 0
              ? `${counted(variant.sent, 'email')} sent from it`
              : undefined,
          onSelect: () => {
            onStep((now) =>
              withVariants(
                now,
                now.variants.filter((entry) => entry.key !== variant.key),
              ),
            );
            const next = step.variants.find((entry) => entry.key !== variant.key);
            if (next) onSelect(next.label);
          },
        },
      ]}
    />
  );
}

interface VariantTabProps {
  entry: DraftVariant;
  current: string;
  onSelect: (label: string) => void;
  shares: Map<string, number>;
}

function VariantTab({ entry, current, onSelect, shares }: VariantTabProps) {
  return (
    <Tab
      type="button"
      role="tab"
      data-variant={entry.key}
      aria-selected={entry.key === current}
      id={`variant-tab-${entry.key}`}
      aria-controls={entry.key === current ? 'variant-panel' : undefined}
      tabIndex={entry.key === current ? 0 : -1}
      onClick={() => onSelect(entry.label)}
    >
      <b>{entry.label}</b>
      <Count>{entry.isPaused ? 'off' : `${shares.get(entry.key) ?? 0}%`}</Count>
    </Tab>
  );
}

/** Variants of a step with their shares; adds, copies, switches off and removes them. */
export function VariantBar(props: VariantBarProps) {
  const { campaignId, step, number, current, onSelect, onStep, mayWrite, variables, end } = props;
  const [sharing, setSharing] = useState(false);
  const [racing, setRacing] = useState(false);
  const [comparing, setComparing] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  useCurrentInView(strip, current);
  const shares = shownShares(step);
  const variant = step.variants.find((entry) => entry.key === current);
  const add = (copy: boolean) => {
    const label = freeLabel(step);
    focusNext('subject');
    onStep((now) => addVariant(now, copy ? now.variants.find((entry) => entry.key === current) : undefined));
    if (label) onSelect(label);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = step.variants.findIndex((entry) => entry.key === current);
    const last = step.variants.length - 1;
    const to =
      step.variants[
        { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key] ??
          -1
      ];
    if (!to) return;
    event.preventDefault();
    onSelect(to.label);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-variant="${CSS.escape(to.key)}"]`)?.focus();
  };
  const full = freeLabel(step) === null;
  /** Without it no variant would be left that is sent. */
  const isLastOn =
    variant !== undefined && !variant.isPaused && step.variants.every((entry) => entry === variant || entry.isPaused);
  return (
    <Bar>
      <div>
        <Strip ref={strip} role="tablist" aria-label={`Variants of step ${number}`} onKeyDown={onKeyDown}>
          {step.variants.map((entry) => (
            <VariantTab key={entry.key} entry={entry} current={current} onSelect={onSelect} shares={shares} />
          ))}
        </Strip>
        {mayWrite && (
          <Menu
            trigger={<IconButton icon="plus" label="Add a variant" tooltip={false} disabled={full} />}
            entries={[
              { label: variant ? `Copy of ${variant.label}` : 'Copy', icon: 'copy', onSelect: () => add(true) },
              { label: 'Empty variant', icon: 'file', onSelect: () => add(false) },
            ]}
          />
        )}
      </div>
      {mayWrite && variant && step.variants.length > 1 && (
        <VariantMenu variant={variant} isLastOn={isLastOn} onStep={onStep} step={step} onSelect={onSelect} />
      )}
      {step.variants.length > 1 && (
        <>
          {mayWrite && (
            <DistributionMenu
              step={step}
              onStep={onStep}
              onShares={() => setSharing(true)}
              onBestWins={() => setRacing(true)}
            />
          )}
          <IconButton icon="columns" label="Compare variants" onClick={() => setComparing(true)} />
        </>
      )}
      {end}
      {sharing && <SharesDialog step={step} onClose={() => setSharing(false)} onSave={onStep} />}
      {racing && <BestWinsDialog step={step} onClose={() => setRacing(false)} onSave={onStep} />}
      {comparing && (
        <CompareDialog
          onClose={() => setComparing(false)}
          campaignId={campaignId}
          number={number}
          step={step}
          shares={shares}
          variables={variables}
          mayWrite={mayWrite}
          onStep={onStep}
        />
      )}
    </Bar>
  );
}

import { Combobox } from '@skein/ui/combobox';
import { IconButton } from '@skein/ui/icon-button';
import { Hint } from '@skein/ui/field';
import { Segmented } from '@skein/ui/segmented';
import { styled } from 'styled-components';
import { leadOption, useLeadSearch, type Previewing } from './preview.hooks';

interface PreviewHeadProps {
  campaignId: number;
  previewing: Previewing;
  width: 'desktop' | 'phone';
  onWidth: (width: 'desktop' | 'phone') => void;
  colors: 'light' | 'dark';
  onColors: (colors: 'light' | 'dark') => void;
}

/** Whose mail is previewed, and how. */
export function PreviewHead({ campaignId, previewing, width, onWidth, colors, onColors }: PreviewHeadProps) {
  const { lead, at, total, choose, step } = previewing;
  const { search, leadOf } = useLeadSearch(campaignId);
  return (
    <Head>
      <Combobox
        aria-label="Lead"
        size="small"
        options={search}
        value={lead ? leadOption(lead) : null}
        placeholder={total === 0 ? 'No leads yet' : 'First lead'}
        searchPlaceholder="Search (3+ letters)"
        onValueChange={(option) => choose(option ? leadOf(option.value) : null)}
      />
      <IconButton
        icon="chevron-left"
        label="Previous lead"
        disabled={total === 0 || at === 0}
        onClick={() => step(-1)}
      />
      <Hint as="span" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {total === 0
          ? '0'
          : `${at === null ? '–' : (at + 1).toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`}
      </Hint>
      <IconButton
        icon="chevron-right"
        label="Next lead"
        disabled={total === 0 || (at !== null && at >= total - 1)}
        onClick={() => step(1)}
      />
      <div>
        <Segmented
          label="Width"
          value={width}
          onValueChange={onWidth}
          items={[
            { id: 'desktop', label: 'Desktop', icon: 'desktop', iconOnly: true },
            { id: 'phone', label: 'Phone', icon: 'phone', iconOnly: true },
          ]}
        />
        <Segmented
          label="Colors"
          value={colors}
          onValueChange={onColors}
          items={[
            { id: 'light', label: 'Light' },
            { id: 'dark', label: 'Dark' },
          ]}
        />
      </div>
    </Head>
  );
}

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto auto;
  & > :nth-child(5) {
    grid-column: 1 / -1;
    display: flex;
    justify-content: space-between;
    gap: var(--s-2);
  }
  gap: 4px;
  align-items: center;
`;

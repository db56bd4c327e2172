import { Checkbox } from '@skein/ui/checkbox';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import type { ComposerState } from './use-composer';

/** What there is beside writing, on a phone: in one menu, so that the buttons keep to one line. */
export function WritingOptions({ composer }: { composer: ComposerState }) {
  return (
    <Menu
      side="top"
      align="end"
      trigger={<IconButton icon="more" label="More options" />}
      entries={[
        {
          kind: 'check',
          label: 'Snooze 3 days after sending',
          checked: composer.snoozed,
          onCheckedChange: composer.setSnoozed,
        },
        ...(composer.sender?.signature == null
          ? []
          : [
              {
                kind: 'check' as const,
                label: 'Add the signature',
                checked: composer.signed,
                onCheckedChange: composer.setSigned,
              },
            ]),
        { kind: 'separator' },
        { label: 'Delete the draft', icon: 'trash', tone: 'danger', onSelect: () => void composer.deleteDraft() },
      ]}
    />
  );
}

/** What sending does besides, where there is room for it: a box is on or off at sight, also under the mouse. */
export function SendingBoxes({ composer }: { composer: ComposerState }) {
  return (
    <>
      <Checkbox
        checked={composer.snoozed}
        onCheckedChange={composer.setSnoozed}
        label="Snooze 3 days"
        title="After sending, hide it from the list for three days"
      />
      {composer.sender?.signature != null && (
        <Checkbox checked={composer.signed} onCheckedChange={composer.setSigned} label="Signature" />
      )}
    </>
  );
}

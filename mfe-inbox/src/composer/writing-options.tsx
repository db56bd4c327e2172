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

/** Whether the sender's signature is added, where there is room for it. */
export function SignatureBox({ composer }: { composer: ComposerState }) {
  if (composer.sender?.signature == null) return null;
  return <Checkbox checked={composer.signed} onCheckedChange={composer.setSigned} label="Signature" />;
}

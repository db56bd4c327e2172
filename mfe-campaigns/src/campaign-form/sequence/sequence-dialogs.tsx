import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { showProblem } from '@skein/mfe/toasts';
import { VersionsDrawer } from '../versions-drawer';
import { AiDialog } from './ai-dialog';
import type { DraftStep } from './draft-step';
import { SendTestDialog } from './send-test-dialog';
import type { SequenceEditor } from './sequence-tab.hooks';
import { TemplatesDrawer } from './templates-drawer';
import { addVariant, freeLabel } from './variant-shares';

export type SequenceDialog = 'test' | 'versions' | 'templates' | 'ai';

interface SequenceDialogsProps {
  open: SequenceDialog | null;
  onClose: () => void;
  editor: SequenceEditor;
  step: DraftStep;
  campaign: CampaignView;
  mayWrite: boolean;
}

/** The dialog over the tab that is open. */
export function SequenceDialogs({ open, onClose, editor, step, campaign, mayWrite }: SequenceDialogsProps) {
  const { number, variant, isEmail, isFirst, previewing, autosave, show, takeTheirs, variantActions } = editor;
  if (open === 'test' && variant)
    return (
      <SendTestDialog
        campaignId={campaign.id}
        seqNumber={number}
        label={variant.label}
        lead={previewing.lead}
        onBefore={() => autosave.flush()}
        onClose={onClose}
      />
    );
  if (open === 'templates' && variant)
    return (
      <TemplatesDrawer
        text={variant}
        onClose={onClose}
        onUse={(template) => {
          onClose();
          variantActions.takeText(
            { subject: template.subject, body: template.email_body },
            `Template “${template.name}” taken`,
          );
        }}
      />
    );
  if (open === 'ai' && isEmail && variant)
    return (
      <AiDialog
        campaignId={campaign.id}
        seqNumber={number}
        label={variant.label}
        inThread={!isFirst && variant.subject === ''}
        freeLabel={freeLabel(step)}
        onClose={onClose}
        onReplace={(text) => {
          onClose();
          variantActions.takeText(text, `Variant ${variant.label} has the new text`);
        }}
        onAdd={(text) => variantActions.changeStep((entry) => addVariant(entry, text))}
      />
    );
  if (open === 'versions')
    return (
      <VersionsDrawer
        campaign={campaign}
        area="sequence"
        mayWrite={mayWrite}
        onClose={onClose}
        onTaken={(area) => {
          if (area !== 'sequence') return;
          show(1);
          takeTheirs().catch((problem: unknown) => showProblem('It could not be loaded', problem));
        }}
      />
    );
  return null;
}

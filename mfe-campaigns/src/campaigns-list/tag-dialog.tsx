import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { ChooseTagsDialog } from '@skein/mfe/lists/choose-tags-dialog';
import { counted } from '@skein/ui/counted';
import { useCampaignTags, useTagCampaigns } from './campaigns.hooks';

interface TagDialogProps {
  ids: number[];
  rows: readonly CampaignRow[];
  onClose: () => void;
  onTagged: () => void;
}

/** Adds and removes tags of campaigns. */
export function TagDialog({ ids, rows, onClose, onTagged }: TagDialogProps) {
  const { tags, create } = useCampaignTags();
  const tag = useTagCampaigns();
  const options = (tags ?? []).map((entry) => ({
    value: String(entry.id),
    label: entry.name,
    detail: counted(entry.campaign_count, 'campaign'),
  }));
  return (
    <ChooseTagsDialog
      name={counted(ids.length, 'campaign')}
      options={options}
      rows={rows}
      onCreate={useAccess().may('shared.write') ? create : undefined}
      onSave={async (added, removed) => {
        await tag(ids, added, removed);
        onTagged();
      }}
      onClose={onClose}
    />
  );
}

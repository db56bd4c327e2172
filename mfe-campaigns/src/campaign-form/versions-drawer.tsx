import { useState } from 'react';
import type { campaignVersion } from '@skein/contracts/main/campaign-edits.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Hint } from '@skein/ui/field';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { Stack } from '@skein/ui/layout';
import { Timeline } from '@skein/ui/timeline';
import { InstantText } from '@skein/ui/instant-text';
import { EffectDialog } from './effect-dialog';
import { useVersions } from './versions-drawer.hooks';

type Version = z.output<typeof campaignVersion>;
const areas = [
  { id: 'sequence', label: 'Sequence' },
  { id: 'schedule', label: 'Schedule' },
  { id: 'settings', label: 'Settings' },
] as const;

/** Versions of the sequence, the schedule and the settings; an earlier one can be restored, once its effect is shown. */
export function VersionsDrawer({
  campaign,
  area: first,
  mayWrite,
  onTaken,
  onClose,
}: {
  campaign: CampaignView;
  area: Version['area'];
  mayWrite: boolean;
  /** Told the part that was brought back. */ onTaken: (area: Version['area']) => void;
  onClose: () => void;
}) {
  const [area, setArea] = useState(first);
  const [taking, setTaking] = useState<Version | null>(null);
  const { data, error, refetch, restore } = useVersions(campaign);
  const versions = data?.versions.filter((entry) => entry.area === area);
  return (
    <>
      <Drawer open onOpenChange={onClose} title="Versions">
        <Stack $gap={4}>
          <Segmented
            label="Part of the campaign"
            value={area}
            items={areas.map((entry) => ({ ...entry }))}
            onValueChange={setArea}
          />
          {error && (
            <Callout
              tone="danger"
              role="alert"
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Callout>
          )}
          {!data && !error && <Loading label="Loading the versions" />}
          {versions?.length === 0 && <Hint>Nothing was changed yet.</Hint>}
          {versions && versions.length > 0 && (
            <Timeline
              label="Versions"
              items={versions.map((entry) => ({
                id: String(entry.version),
                icon: 'file',
                title: `Version ${entry.number}${entry.is_current ? ', current' : ''}`,
                time: <InstantText at={entry.created_at} />,
                detail: (
                  <>
                    {entry.summary}
                    {entry.user_name ? `, saved by ${entry.user_name}` : ''}
                    {mayWrite && !entry.is_current && (
                      <span style={{ display: 'block', paddingTop: 'var(--s-2)' }}>
                        <Button size="small" onClick={() => setTaking(entry)}>
                          Restore this version
                        </Button>
                      </span>
                    )}
                  </>
                ),
              }))}
            />
          )}
        </Stack>
      </Drawer>
      {taking && (
        <EffectDialog
          campaignId={campaign.id}
          title={`Restore version ${taking.number}`}
          edit={{ restore: { area: taking.area, version: taking.version } }}
          onClose={() => setTaking(null)}
          onApply={async () => {
            await restore({
              params: { campaignId: campaign.id },
              body: { area: taking.area, version: taking.version },
            }).unwrap();
            onTaken(taking.area);
            onClose();
          }}
        />
      )}
    </>
  );
}

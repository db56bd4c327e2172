import { useState } from 'react';
import type { AccountImportView, ImportSource } from '@skein/contracts/main/account-imports.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Select } from '@skein/ui/select';
import { SubLine } from '@skein/ui/text';
import { useNewImport } from './account-imports.hooks';
import { sourceNames, statusWords } from './import-labels';

const whereKeys: Record<ImportSource, string> = {
  SMARTLEAD: 'In Smartlead: Settings, Profile, API key. Needs a plan with API access.',
  INSTANTLY:
    'In Instantly: Settings, Integrations, API keys. An API V2 key that can read everything and pause campaigns.',
};

/** Asks for the product and its key, then for the campaigns. */
export function NewImportDialog({
  sandboxKeys,
  resumed,
  onClose,
}: {
  sandboxKeys: Record<ImportSource, string> | null;
  /** An import that goes on: its key was forgotten. */
  resumed: AccountImportView | null;
  onClose: () => void;
}) {
  const [source, setSource] = useState<ImportSource>(resumed?.source ?? 'SMARTLEAD');
  const [key, setKey] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pauses, setPauses] = useState(true);
  const [blockList, setBlockList] = useState(true);
  const { found, problem, isBusy, check, begin } = useNewImport(resumed, onClose);
  const chosen = (found ?? []).filter((campaign) => !left.has(campaign.id)).map((campaign) => campaign.id);
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const isChoosing = found !== null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={resumed ? `Resume the import from ${sourceNames[source]}` : 'Import from another product'}
      description={
        isChoosing
          ? 'Campaigns come in as drafts. Each lead continues after the last email it got, and replies, bounces and unsubscribes stay final.'
          : 'The key is tried now, kept encrypted while the import runs, and forgotten afterwards.'
      }
      footer={
        <>
          {!isChoosing && sandboxKeys && <Button onClick={() => setKey(sandboxKeys[source])}>Use the sandbox’s</Button>}
          <Button onClick={onClose}>Cancel</Button>
          {isChoosing ? (
            <Button
              variant="primary"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() =>
                void begin({
                  source,
                  key: key.trim(),
                  campaign_ids: chosen,
                  pause_source: pauses,
                  block_list: blockList,
                })
              }
            >
              {`Import ${counted(chosen.length, 'campaign')}`}
            </Button>
          ) : (
            <Button
              variant="primary"
              loading={isBusy}
              disabled={key.trim() === ''}
              onClick={() => void check(source, key.trim())}
            >
              {resumed ? 'Resume' : 'Continue'}
            </Button>
          )}
        </>
      }
    >
      <Stack $gap={4}>
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        {!isChoosing && !resumed && (
          <Field label="Product">
            <Select
              value={source}
              onValueChange={(value) => setSource(value as ImportSource)}
              options={Object.entries(sourceNames).map(([value, label]) => ({ value, label }))}
            />
          </Field>
        )}
        {!isChoosing && (
          <Field label="API key" hint={whereKeys[source]}>
            <PasswordInput value={key} onChange={(event) => setKey(event.target.value)} autoComplete="off" />
          </Field>
        )}
        {isChoosing && found.length === 0 && <SubLine>This account has no campaigns.</SubLine>}
        {isChoosing && found.length > 0 && <FoundCampaigns found={found} left={left} onToggle={toggle} />}
        {isChoosing && (
          <Stack $gap={3}>
            <Checkbox
              checked={pauses}
              onChange={(event) => setPauses(event.target.checked)}
              label={`Pause running campaigns in ${sourceNames[source]} first`}
              hint="Otherwise their leads come in paused, so that no one gets the same email from both."
            />
            <Checkbox
              checked={blockList}
              onChange={(event) => setBlockList(event.target.checked)}
              label="Import the block list"
              hint="It applies to the whole workspace at once."
            />
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}

/** The campaigns of the account; those that are left out come in later, if at all. */
function FoundCampaigns({
  found,
  left,
  onToggle,
}: {
  found: NonNullable<ReturnType<typeof useNewImport>['found']>;
  left: ReadonlySet<string>;
  onToggle: (id: string, isChosen: boolean) => void;
}) {
  return (
    <Stack $gap={3} role="group" aria-label="Campaigns">
      {found.map((campaign) => (
        <Checkbox
          key={campaign.id}
          checked={!left.has(campaign.id)}
          onChange={(event) => onToggle(campaign.id, event.target.checked)}
          label={campaign.name}
          hint={`${statusWords[campaign.status]}${campaign.is_imported ? ', imported before: new leads are added' : ''}`}
        />
      ))}
    </Stack>
  );
}

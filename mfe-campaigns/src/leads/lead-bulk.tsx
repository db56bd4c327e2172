import { useState } from 'react';
import type { LeadAction, LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { Menu } from '@skein/ui/menu';
import { RadioGroup } from '@skein/ui/radio-group';
import { counted } from '@skein/ui/counted';
import { FormDialog } from '../campaigns-list/organise-dialogs';
import { useListCampaignTagsQuery, useSaveCampaignTagMutation } from '../campaigns-list/api';
import { useLazyAllCampaignsForLeadsQuery, useLazyLeadListsQuery } from './api';
import { VerifyDialog } from '../verification/verify-dialog';
import { useLeadWork } from './use-lead-work';

type Kind = 'push' | 'verify' | 'list' | 'tag' | 'unsubscribe' | 'delete' | 'erase' | 'remove';

interface LeadBulkProps {
  selection: LeadSelection;
  /** Null when it is not counted. */
  count: number | null;
  /** The list that is looked at, if one is. */
  list?: { id: number; name: string };
  onDone: () => void;
}

/** What can be done with the selected leads. What changes them waits ten seconds in which it can be taken back. */
export function LeadBulk({ selection, count, list, onDone }: LeadBulkProps) {
  const access = useAccess();
  const isClient = useSessionUser()?.isClient ?? false;
  const work = useLeadWork();
  const [open, setOpen] = useState<Kind | null>(null);
  const close = () => setOpen(null);
  const run = async (action: LeadAction) => {
    await work(selection, action);
    onDone();
  };
  const quietly = (action: LeadAction) => {
    run(action).catch((error: unknown) => showProblem('Nothing was begun', error));
  };
  const many = count === null ? 'All leads that match' : counted(count, 'lead');
  return (
    <>
      <Button variant="ghost" icon="send" onClick={() => setOpen('push')}>
        Push to campaign
      </Button>
      <Button variant="ghost" icon="list" onClick={() => setOpen('list')}>
        Add to list
      </Button>
      <Button variant="ghost" icon="tag" onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {!isClient && (
        <Button variant="ghost" icon="check" onClick={() => setOpen('verify')}>
          Verify
        </Button>
      )}
      {access.may('lead.export') && (
        <Button variant="ghost" icon="download" onClick={() => quietly({ kind: 'EXPORT' })}>
          Export
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="ghost" iconEnd="chevron-down">
            More
          </Button>
        }
        entries={[
          ...(list
            ? [{ label: `Take out of ${list.name}`, icon: 'minus' as const, onSelect: () => setOpen('remove') }]
            : []),
          {
            label: 'Unsubscribe from everything',
            icon: 'block',
            tone: 'danger',
            onSelect: () => setOpen('unsubscribe'),
          },
          ...(access.may('lead.delete')
            ? [
                { label: 'Delete', icon: 'trash' as const, tone: 'danger' as const, onSelect: () => setOpen('delete') },
                {
                  label: 'Erase (GDPR)',
                  icon: 'lock' as const,
                  tone: 'danger' as const,
                  detail: 'Everything that names the person',
                  onSelect: () => setOpen('erase'),
                },
              ]
            : []),
        ]}
      />
      {open === 'push' && <PushDialog many={many} list={list} onClose={close} onPush={run} />}
      {open === 'verify' && (
        <VerifyDialog
          name={list ? list.name : 'Selected leads'}
          selection={selection}
          onClose={close}
          onStarted={onDone}
        />
      )}
      {open === 'list' && <ListDialog many={many} list={list} onClose={close} onAdd={run} />}
      {open === 'tag' && <TagDialog many={many} onClose={close} onTag={run} />}
      {open === 'remove' && list && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="normal"
          title={`Take out of ${list.name}`}
          confirmLabel="Take out"
          description={`${many} out of the list. They stay in the workspace and in their campaigns.`}
          onConfirm={() => run({ kind: 'REMOVE_FROM_LIST', list_id: list.id })}
        />
      )}
      {open === 'unsubscribe' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Unsubscribe from everything"
          confirmLabel="Unsubscribe"
          description={`${many}: on the block list, and every running sequence stops. You have ten seconds to take it back.`}
          onConfirm={() => run({ kind: 'UNSUBSCRIBE' })}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Delete leads"
          confirmLabel="Delete"
          typedText={count === null ? 'delete' : String(count)}
          description={`${many}: deleted with notes and tasks, and out of every campaign. Mails stay in their mailboxes. You have ten seconds to take it back.`}
          onConfirm={() => run({ kind: 'DELETE' })}
        />
      )}
      {open === 'erase' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Erase people"
          confirmLabel="Erase"
          typedText="erase"
          description={`${many}: everything that names them is removed, mails included. Only a hash of each address stays, so that it is not imported again. You have ten seconds to take it back; then nothing brings it back.`}
          onConfirm={() => run({ kind: 'ERASE' })}
        />
      )}
    </>
  );
}

const waysOf = (list: LeadBulkProps['list']) =>
  [
    { value: 'copy', label: 'Copy', hint: list ? `They stay in ${list.name} too.` : '' },
    { value: 'move', label: 'Move', hint: list ? `Those that come in leave ${list.name}.` : '' },
  ] as const;

function PushDialog({
  many,
  list,
  onClose,
  onPush,
}: {
  many: string;
  list: LeadBulkProps['list'];
  onClose: () => void;
  onPush: (action: LeadAction) => Promise<void>;
}) {
  const [find] = useLazyAllCampaignsForLeadsQuery();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const options = async (text: string) =>
    (await find({ query: { limit: 15, ...(text ? { search: text } : {}) } }).unwrap()).rows.map((campaign) => ({
      value: String(campaign.id),
      label: campaign.name,
      detail: campaign.status.toLowerCase(),
    }));
  return (
    <FormDialog
      title="Push to a campaign"
      submitLabel="Push"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a campaign first' })}
      onSubmit={() =>
        onPush({
          kind: 'PUSH_TO_CAMPAIGN',
          ...(chosen?.value === 'new' ? { campaign_name: chosen.label } : { campaign_id: Number(chosen?.value) }),
          ...(way === 'move' && list ? { from_list_id: list.id } : {}),
        })
      }
    >
      <Field
        label="Campaign"
        hint={`${many}, by the rules of that campaign: whoever is suppressed or unsubscribed stays out. Type a new name to make a draft.`}
      >
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a campaign"
          searchPlaceholder="Search or name a new draft"
          onCreate={(name) => setChosen({ value: 'new', label: name, detail: 'new draft' })}
        />
      </Field>
      {list && (
        <Field label="Copy or move">
          <RadioGroup value={way} onValueChange={setWay} options={waysOf(list)} />
        </Field>
      )}
    </FormDialog>
  );
}

function ListDialog({
  many,
  list,
  onClose,
  onAdd,
}: {
  many: string;
  list: LeadBulkProps['list'];
  onClose: () => void;
  onAdd: (action: LeadAction) => Promise<void>;
}) {
  const [find] = useLazyLeadListsQuery();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<'copy' | 'move'>('copy');
  const options = async (text: string) =>
    (await find({ query: { limit: 15, ...(text ? { search: text } : {}) } }).unwrap()).rows
      .filter((row) => row.id !== list?.id)
      .map((row) => ({ value: String(row.id), label: row.name, detail: counted(row.lead_count, 'lead') }));
  return (
    <FormDialog
      title="Add to a list"
      submitLabel="Add"
      onClose={onClose}
      {...(chosen ? {} : { disabledReason: 'Choose a list first' })}
      onSubmit={() =>
        onAdd({
          kind: 'ADD_TO_LIST',
          ...(chosen?.value === 'new' ? { list_name: chosen.label } : { list_id: Number(chosen?.value) }),
          ...(way === 'move' && list ? { from_list_id: list.id } : {}),
        })
      }
    >
      <Field label="List" hint={`${many}. Type a new name to make a list.`}>
        <Combobox
          options={options}
          value={chosen}
          onValueChange={setChosen}
          placeholder="Choose a list"
          searchPlaceholder="Search or name a new list"
          onCreate={(name) => setChosen({ value: 'new', label: name, detail: 'new list' })}
        />
      </Field>
      {list && (
        <Field label="Copy or move">
          <RadioGroup value={way} onValueChange={setWay} options={waysOf(list)} />
        </Field>
      )}
    </FormDialog>
  );
}

function TagDialog({
  many,
  onClose,
  onTag,
}: {
  many: string;
  onClose: () => void;
  onTag: (action: LeadAction) => Promise<void>;
}) {
  const [added, setAdded] = useState<readonly ComboboxOption[]>([]);
  const [removed, setRemoved] = useState<readonly ComboboxOption[]>([]);
  return (
    <FormDialog
      title={`Tag: ${many}`}
      submitLabel="Save tags"
      onClose={onClose}
      {...(added.length + removed.length > 0 ? {} : { disabledReason: 'Choose a tag to add or to take off' })}
      onSubmit={() =>
        onTag({
          kind: 'TAG',
          tag_ids: added.map((tag) => Number(tag.value)),
          remove_tag_ids: removed.map((tag) => Number(tag.value)),
        })
      }
    >
      <TagField label="Add" value={added} onChange={setAdded} canMake />
      <TagField label="Take off" value={removed} onChange={setRemoved} />
    </FormDialog>
  );
}

/** Chooses tags of the workspace; new ones are made from what is typed. */
export function TagField({
  label,
  value,
  onChange,
  canMake = false,
}: {
  label: string;
  value: readonly ComboboxOption[];
  onChange: (value: readonly ComboboxOption[]) => void;
  canMake?: boolean;
}) {
  const { data } = useListCampaignTagsQuery();
  const [save] = useSaveCampaignTagMutation();
  const make = (name: string) => {
    save({ body: { name } })
      .unwrap()
      .then(
        (tag) => onChange([...value, { value: String(tag.id), label: tag.name }]),
        (error: unknown) => showProblem('The tag was not made', error),
      );
  };
  return (
    <Field label={label}>
      <Combobox
        multiple
        options={(data?.tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }))}
        value={value}
        onValueChange={onChange}
        placeholder="Choose tags"
        searchPlaceholder={canMake ? 'Search or name a new tag' : 'Search tags'}
        {...(canMake ? { onCreate: make } : {})}
      />
    </Field>
  );
}

import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { counted } from '@skein/ui/counted';
import { NameDialog } from '../name-dialog';
import { SettingsLayout } from '../settings-layout';
import { colourName, tagColours } from './tag-colours';
import { useTags } from './tags.hooks';

type Tag = CallOutput<(typeof campaignsContract)['endpoints']['listTags']>['tags'][number];

/** The colour of a tag; the word stands beside it. */
const Swatch = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    style={{ width: 12, height: 12, borderRadius: 'var(--r-1)', background: color, flex: 'none' }}
  />
);

function TagDialog({
  tag,
  onSave,
  onClose,
}: {
  tag: Tag | null;
  onSave: ReturnType<typeof useTags>['save'];
  onClose: () => void;
}) {
  const [color, setColor] = useState(tag?.color ?? tagColours[0].value);
  const choices = tagColours.some((each) => each.value === color.toLowerCase())
    ? tagColours
    : [...tagColours, { value: color, name: colourName(color) }];
  return (
    <NameDialog
      title={tag ? `Change ${tag.name}` : 'New tag'}
      saveLabel={tag ? 'Save' : 'Create tag'}
      name={tag?.name ?? ''}
      maxLength={60}
      onClose={onClose}
      onSave={(name) => onSave({ ...(tag ? { id: tag.id } : {}), name, color })}
    >
      <Field label="Colour">
        <RadioGroup
          direction="row"
          value={color}
          onValueChange={setColor}
          options={choices.map((each) => ({
            value: each.value,
            label: (
              <Row as="span" $gap={1}>
                <Swatch color={each.value} />
                {each.name}
              </Row>
            ),
          }))}
        />
      </Field>
    </NameDialog>
  );
}

/** Tags of campaigns and mailboxes. */
export function TagsPage() {
  const access = useAccess();
  const { rows, isLoading, problem, save, remove } = useTags();
  const [open, setOpen] = useState<{ kind: 'save'; tag: Tag | null } | { kind: 'delete'; tag: Tag } | null>(null);
  const writes = access.may('shared.write');
  const columns: DataTableColumn<Tag>[] = [
    {
      id: 'name',
      label: 'Tag',
      fixed: true,
      flexible: true,
      width: 240,
      cell: (row) => (
        <Row>
          <Swatch color={row.color} />
          {row.name}
        </Row>
      ),
    },
    { id: 'colour', label: 'Colour', width: 120, phone: 'hidden', cell: (row) => colourName(row.color) },
    {
      id: 'campaigns',
      label: 'Campaigns',
      definition: 'Campaigns with this tag.',
      align: 'end',
      width: 120,
      cell: (row) =>
        row.campaign_count === 0 ? (
          '0'
        ) : (
          <Link href={`/app/email-campaign/all?tags=${row.id}`}>{row.campaign_count.toLocaleString('en-US')}</Link>
        ),
    },
    {
      id: 'mailboxes',
      label: 'Mailboxes',
      width: 120,
      cell: (row) => <Link href={`/app/email-accounts?tags=${row.id}`}>Show</Link>,
      phoneCell: (row) => <Link href={`/app/email-accounts?tags=${row.id}`}>Show its mailboxes</Link>,
    },
  ];
  return (
    <SettingsLayout
      page="tag-manager"
      wide
      actions={
        <Button
          variant="primary"
          icon="plus"
          onClick={() => setOpen({ kind: 'save', tag: null })}
          {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
        >
          New tag
        </Button>
      }
    >
      <DataTable<Tag>
        label="Tags"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={problem}
        {...(writes
          ? {
              rowActions: (row: Tag) => [
                { label: 'Change', icon: 'edit' as const, onSelect: () => setOpen({ kind: 'save', tag: row }) },
                ...(access.may('campaign.delete')
                  ? [
                      {
                        label: 'Delete',
                        icon: 'trash' as const,
                        tone: 'danger' as const,
                        onSelect: () => setOpen({ kind: 'delete', tag: row }),
                      },
                    ]
                  : []),
              ],
            }
          : {})}
        empty={
          <EmptyState
            icon="tag"
            title="No tag yet"
            actions={
              writes && (
                <Button icon="plus" onClick={() => setOpen({ kind: 'save', tag: null })}>
                  New tag
                </Button>
              )
            }
          >
            Tags group campaigns and mailboxes, and filter their lists.
          </EmptyState>
        }
      />
      {open?.kind === 'save' && <TagDialog tag={open.tag} onSave={save} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpen(null)}
          title={`Delete ${open.tag.name}`}
          confirmLabel="Delete tag"
          description={`${counted(open.tag.campaign_count, 'campaign')} and every mailbox that has it lose it. Nothing else changes.`}
          onConfirm={() => remove(open.tag)}
        />
      )}
    </SettingsLayout>
  );
}

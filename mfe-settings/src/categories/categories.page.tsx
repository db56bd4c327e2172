import { useState } from 'react';
import { sentiments } from '@skein/contracts/constants';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { categoriesContract } from '@skein/contracts/main/categories.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { CategoryBadge, type CategoryLook } from '@skein/ui/category-badge';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Field } from '@skein/ui/field';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { TextArea } from '@skein/ui/text-area';
import { NameDialog } from '../name-dialog';
import { SettingsLayout } from '../settings-layout';
import { useCategories } from './categories.hooks';

type Category = CallOutput<(typeof categoriesContract)['endpoints']['listCategories']>['categories'][number];
type Sentiment = (typeof sentiments)[number];

const sentimentWords: Record<Sentiment, { label: string; hint: string; state: KnownState }> = {
  positive: { label: 'Positive', hint: 'Counts as a positive reply', state: 'good' },
  neutral: { label: 'Neutral', hint: 'Counts as a reply', state: 'fresh' },
  negative: { label: 'Negative', hint: 'Counts as a reply', state: 'stopped' },
};
const looks = [
  'Green disc',
  'Violet square',
  'Slate ring',
  'Red octagon',
  'Blue diamond',
  'Amber half disc',
  'Pink triangle',
];

/** The look that is stored (1 to 7 for hue and shape); undefined leaves it to the id. */
function lookOf(category: Pick<Category, 'hue' | 'shape'>): CategoryLook | undefined {
  const [hue, shape] = [Number(category.hue), Number(category.shape)];
  return hue >= 1 && hue <= 7 && shape >= 1 && shape <= 7 ? { hue, shape } : undefined;
}

function CategoryDialog({
  category,
  onSave,
  onClose,
}: {
  category: Category | null;
  onSave: ReturnType<typeof useCategories>['save'];
  onClose: () => void;
}) {
  const [sentiment, setSentiment] = useState<Sentiment>(category?.sentiment ?? 'neutral');
  const [description, setDescription] = useState(category?.description ?? '');
  const [look, setLook] = useState(String(category ? (lookOf(category)?.hue ?? 5) : 5));
  return (
    <NameDialog
      title={category ? `Change ${category.name}` : 'New category'}
      saveLabel={category ? 'Save' : 'Create category'}
      name={category?.name ?? ''}
      maxLength={60}
      onClose={onClose}
      onSave={(name) => onSave({ name, sentiment, description, hue: look, shape: look }, category?.id)}
    >
      <Field label="Means">
        <RadioGroup
          value={sentiment}
          onValueChange={setSentiment}
          options={sentiments.map((value) => ({
            value,
            label: sentimentWords[value].label,
            hint: sentimentWords[value].hint,
          }))}
        />
      </Field>
      <Field
        label="When a reply belongs here"
        hint="The AI reads this when it sorts replies. Say it as you would to a new colleague."
      >
        <TextArea
          rows={3}
          maxLength={300}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label="Look">
        <Select
          value={look}
          onValueChange={setLook}
          options={looks.map((text, index) => ({
            value: String(index + 1),
            text,
            label: <CategoryBadge bare id={100} name={text} look={{ hue: index + 1, shape: index + 1 }} />,
          }))}
        />
      </Field>
    </NameDialog>
  );
}

/** The fixed categories and the workspace's own. */
export function CategoriesPage() {
  const access = useAccess();
  const { rows, isLoading, problem, save, remove } = useCategories();
  const [open, setOpen] = useState<
    { kind: 'save'; category: Category | null } | { kind: 'delete'; category: Category } | null
  >(null);
  const writes = access.may('shared.write');
  const columns: DataTableColumn<Category>[] = [
    {
      id: 'name',
      label: 'Category',
      fixed: true,
      flexible: true,
      width: 240,
      cell: (row) => {
        const look = lookOf(row);
        return <CategoryBadge id={row.id} name={row.name} {...(look ? { look } : {})} />;
      },
    },
    {
      id: 'sentiment',
      label: 'Means',
      definition: 'Positive ones count as positive replies in every figure.',
      width: 140,
      phone: 'status',
      cell: (row) => (
        <StateStatus state={sentimentWords[row.sentiment].state} quiet>
          {sentimentWords[row.sentiment].label}
        </StateStatus>
      ),
    },
    {
      id: 'kind',
      label: 'Kind',
      width: 200,
      phone: 'hidden',
      cell: (row) => (!row.is_fixed ? 'Your own' : row.id <= 7 ? 'Fixed' : 'Set by the product'),
    },
    {
      id: 'id',
      label: 'ID',
      definition: 'Names the category in the API.',
      align: 'end',
      width: 80,
      cell: (row) => row.id,
    },
  ];
  return (
    <SettingsLayout
      page="lead-categories"
      wide
      actions={
        <Button
          variant="primary"
          icon="plus"
          onClick={() => setOpen({ kind: 'save', category: null })}
          {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
        >
          New category
        </Button>
      }
    >
      <DataTable<Category>
        label="Lead categories"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={problem}
        {...(writes
          ? {
              rowActions: (row: Category) =>
                row.is_fixed
                  ? [{ label: 'Change', icon: 'edit' as const, disabled: true, detail: 'Categories 1 to 9 are fixed' }]
                  : [
                      {
                        label: 'Change',
                        icon: 'edit' as const,
                        onSelect: () => setOpen({ kind: 'save', category: row }),
                      },
                      ...(access.may('lead.delete')
                        ? [
                            {
                              label: 'Delete',
                              icon: 'trash' as const,
                              tone: 'danger' as const,
                              onSelect: () => setOpen({ kind: 'delete', category: row }),
                            },
                          ]
                        : []),
                    ],
            }
          : {})}
        empty={
          <EmptyState icon="tag" title="No category yet">
            A category says what a reply means, and counts it as positive, neutral or negative.
          </EmptyState>
        }
      />
      {open?.kind === 'save' && <CategoryDialog category={open.category} onSave={save} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpen(null)}
          title={`Delete ${open.category.name}`}
          confirmLabel="Delete category"
          typedText={open.category.name}
          description="Leads in it lose their category. Past events keep its name."
          onConfirm={() => remove(open.category)}
        />
      )}
    </SettingsLayout>
  );
}

import { isBlankHtml } from '@skein/template/blank-html';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { StepTemplate } from '@skein/contracts/main/step-templates.contract';
import { templateWords } from '@skein/contracts/plain-template';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Row, Stack } from '@skein/ui/layout';
import { Menu } from '@skein/ui/menu';
import { Loading } from '@skein/ui/skeleton';
import { SearchInput } from '@skein/ui/text-input';
import { NameDialog } from './template-name-dialog';
import { useTemplates, type StepText } from './templates.hooks';

const List = styled.ul`
  display: grid;
  gap: var(--s-3);
  & > li {
    padding: var(--s-3);
    border: 1px solid var(--border);
    border-radius: var(--r-3);
    background: var(--surface);
  }
  & > li > div:first-child {
    min-height: 32px;
  }
  & b {
    font-weight: var(--w-medium);
    overflow-wrap: anywhere;
  }
  & p {
    margin-bottom: var(--s-3);
    display: -webkit-box;
    -webkit-line-clamp: 3;
    -webkit-box-orient: vertical;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
`;

const noText = { disabledReason: 'Write the text first' };

interface TemplateItemProps {
  template: StepTemplate;
  onRename: () => void;
  text: StepText;
  replace: (template: StepTemplate, text: StepText) => Promise<void>;
  drop: (template: StepTemplate) => Promise<void>;
  onUse: (template: StepTemplate) => void;
}

function TemplateItem({ template, onRename, text, replace, drop, onUse }: TemplateItemProps) {
  return (
    <li>
      <Row $justify="between">
        <b>{template.name}</b>
        {template.may_change && (
          <Menu
            align="end"
            trigger={<IconButton icon="more" label={`Actions for template ${template.name}`} tooltip={false} />}
            entries={[
              { label: 'Rename', icon: 'edit', onSelect: onRename },
              {
                label: 'Replace with this text',
                icon: 'refresh',
                disabled: isBlankHtml(text.body),
                onSelect: () => void replace(template, text),
              },
              { kind: 'separator' },
              { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => void drop(template) },
            ]}
          />
        )}
      </Row>
      {template.subject !== '' && <div>{templateWords(template.subject)}</div>}
      <Hint>{templateWords(template.email_body) || 'A picture'}</Hint>
      <Button size="small" onClick={() => onUse(template)} aria-label={`Use template ${template.name}`}>
        Use
      </Button>
    </li>
  );
}

/** Templates of the workspace: takes one into the step, keeps the step's text as one, renames and deletes them. */
export function TemplatesDrawer({
  text,
  onUse,
  onClose,
}: {
  text: StepText;
  onUse: (template: StepTemplate) => void;
  onClose: () => void;
}) {
  const { data, error, refetch, drop, replace, save, rename } = useTemplates();
  const [saving, setSaving] = useState(false);
  const [renaming, setRenaming] = useState<StepTemplate | null>(null);
  const [search, setSearch] = useState('');
  // Said in the drawer: a toast would lie over its Close button.
  const [said, setSaid] = useState('');
  const words = search.trim().toLowerCase();
  const shown = data?.templates.filter(
    (template) =>
      words === '' ||
      `${template.name} ${template.subject} ${templateWords(template.email_body)}`.toLowerCase().includes(words),
  );
  const saveButton = (
    <Button icon="plus" block onClick={() => setSaving(true)} {...(isBlankHtml(text.body) ? noText : {})}>
      Save this text as a template
    </Button>
  );
  return (
    <>
      <Drawer open onOpenChange={onClose} title="Templates" footer={saveButton}>
        <Stack $gap={3}>
          <Hint role="status" style={said === '' ? { display: 'contents' } : {}}>
            {said}
          </Hint>
          {error && !data && (
            <Callout
              tone="danger"
              role="alert"
              title="The templates could not be loaded."
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Callout>
          )}
          {!data && !error && <Loading label="Loading the templates" />}
          {data?.templates.length === 0 && (
            <EmptyState icon="file" title="No templates yet" level={3}>
              Save the text of a step here, and use it in any campaign.
            </EmptyState>
          )}
          {data && data.templates.length > 5 && (
            <SearchInput
              aria-label="Search templates"
              placeholder="Search templates"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onClear={() => setSearch('')}
            />
          )}
          {data && data.templates.length > 0 && shown?.length === 0 && (
            <Hint role="status">No template matches “{search.trim()}”.</Hint>
          )}
          {shown && shown.length > 0 && (
            <List aria-label="Templates">
              {shown.map((template) => (
                <TemplateItem
                  key={template.id}
                  template={template}
                  onRename={() => setRenaming(template)}
                  text={text}
                  replace={replace}
                  drop={drop}
                  onUse={onUse}
                />
              ))}
            </List>
          )}
        </Stack>
      </Drawer>
      {saving && (
        <NameDialog
          title="Save as a template"
          submitLabel="Save template"
          hint="Subject and text are kept. Attachments stay with the step."
          value={templateWords(text.subject).slice(0, 80)}
          onClose={() => setSaving(false)}
          onName={async (name) => {
            await save(name, text);
            setSaid(`Template “${name}” saved`);
          }}
        />
      )}
      {renaming && (
        <NameDialog
          title={`Rename “${renaming.name}”`}
          submitLabel="Rename"
          value={renaming.name}
          onClose={() => setRenaming(null)}
          onName={async (name) => {
            await rename(renaming, name);
          }}
        />
      )}
    </>
  );
}

import { useState, type KeyboardEvent } from 'react';
import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Kbd } from '@skein/ui/kbd';
import { Row } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { useMedia } from '@skein/ui/use-media';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { TextInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { findTemplates, previewOf, type useReplyTemplates } from './templates.hooks';

const List = styled.ul`
  max-height: 264px;
  overflow: auto;
  margin: var(--s-2) 0;
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-1);
    border-radius: var(--r-2);
    padding-right: var(--s-1);
  }
  & > li[data-active] {
    background: var(--surface-3);
  }
  & [role='option'] {
    flex: 1;
    min-width: 0;
    text-align: left;
    padding: var(--s-1) var(--s-2);
    cursor: pointer;
  }
  & b,
  & small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-weight: var(--w-medium);
  }
  & small {
    font-size: var(--fs-1);
    color: var(--muted);
  }
`;

interface TemplatesPopoverProps {
  templates: ReturnType<typeof useReplyTemplates>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInsert: (template: ReplyTemplate) => void;
  onNew: () => void;
  onEdit: (template: ReplyTemplate) => void;
}

/** Templates to search, read and insert, by keyboard or mouse. */
export function TemplatesPopover({ templates, open, onOpenChange, onInsert, onNew, onEdit }: TemplatesPopoverProps) {
  const phone = useMedia('(max-width: 720px)');
  return (
    <Popover
      label="Templates"
      side="top"
      width={340}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        phone ? (
          <IconButton icon="file" label="Templates" />
        ) : (
          <Button variant="ghost" icon="file">
            Templates
          </Button>
        )
      }
    >
      <Search templates={templates} onInsert={onInsert} onNew={onNew} onEdit={onEdit} />
    </Popover>
  );
}

const optionId = (id: number) => `reply-template-${id}`;

function Search({
  templates: { templates, problem, mayShare },
  onInsert,
  onNew,
  onEdit,
}: Pick<TemplatesPopoverProps, 'templates' | 'onInsert' | 'onNew' | 'onEdit'>) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = findTemplates(templates ?? [], search);
  const active = found[Math.min(at, found.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = Math.min(Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)), found.length - 1);
      setAt(next);
      document.getElementById(optionId(found[next]?.id ?? 0))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      event.stopPropagation();
      onInsert(active);
    }
  };
  if (problem)
    return <LoadProblem title="The templates could not be loaded." message={problem.message} onRetry={problem.retry} />;
  if (!templates) return <Loading label="Loading your templates" />;
  return (
    <div>
      {templates.length > 0 ? (
        <>
          <TextInput
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            placeholder="Search templates"
            aria-label="Search templates"
            role="combobox"
            aria-expanded="true"
            aria-controls="reply-templates"
            aria-activedescendant={active ? optionId(active.id) : undefined}
          />
          <List id="reply-templates" role="listbox" aria-label="Templates">
            {found.map((template, index) => (
              <li key={template.id} role="presentation" {...(template === active ? { 'data-active': '' } : {})}>
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys and the focus are the search's, which names the active option */}
                <div
                  id={optionId(template.id)}
                  role="option"
                  aria-selected={template === active}
                  onMouseEnter={() => setAt(index)}
                  onClick={() => onInsert(template)}
                >
                  <b>{template.name}</b>
                  <small>
                    {template.is_own ? '' : `${template.author} · `}
                    {template.used_count > 0 ? `used ${template.used_count} times` : 'not used yet'}
                    {template.attachments.length > 0 ? ` · ${template.attachments.length} attached` : ''}
                  </small>
                </div>
                {(template.is_own || mayShare) && (
                  <IconButton
                    icon="edit"
                    iconSize={14}
                    label={`Edit ${template.name}`}
                    onClick={() => onEdit(template)}
                  />
                )}
              </li>
            ))}
          </List>
          {found.length === 0 && <Hint>No template has these words.</Hint>}
          {active && <Hint style={{ marginBottom: 'var(--s-2)' }}>{previewOf(active)}</Hint>}
        </>
      ) : (
        <Hint style={{ marginBottom: 'var(--s-3)' }}>
          Save answers you write often. Variables such as {'{{first_name}}'} are filled in for each lead.
        </Hint>
      )}
      <Row $gap={2} style={{ justifyContent: 'space-between' }}>
        <Hint>
          <Kbd>/</Kbd> opens this as you type
        </Hint>
        <Button size="small" icon="plus" onClick={onNew}>
          New template
        </Button>
      </Row>
    </div>
  );
}

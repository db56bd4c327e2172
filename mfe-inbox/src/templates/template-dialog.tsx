import { useState } from 'react';
import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { RichTextEditor } from '@skein/ui/rich-text-editor';
import { TextInput } from '@skein/ui/text-input';
import { isBlank } from '../composer/is-blank';
import type { TemplateInput, useReplyTemplates } from './templates.hooks';

const variables = [
  { key: 'first_name', label: 'First name' },
  { key: 'last_name', label: 'Last name' },
  { key: 'company_name', label: 'Company' },
  { key: 'phone_number', label: 'Phone' },
  { key: 'website', label: 'Website' },
  { key: 'location', label: 'Location' },
];

interface TemplateDialogProps {
  /** Null for a new one. */
  template: ReplyTemplate | null;
  /** What a new one begins with. */
  start: Pick<TemplateInput, 'html' | 'attachments'>;
  templates: ReturnType<typeof useReplyTemplates>;
  onClose: () => void;
}

/** Makes or changes a template. What it attaches are the files that stood in the composer when it was made. */
export function TemplateDialog({ template, start, templates, onClose }: TemplateDialogProps) {
  const [name, setName] = useState(template?.name ?? '');
  const [html, setHtml] = useState(template?.html ?? start.html);
  const [attachments, setAttachments] = useState(template?.attachments ?? start.attachments);
  const [isShared, setShared] = useState(template?.is_shared ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [removing, setRemoving] = useState(false);
  const missing = name.trim() === '' ? 'Give it a name' : isBlank(html) ? 'Write something first' : null;
  const submit = async () => {
    setSaving(true);
    setProblem(null);
    try {
      await templates.save({ name: name.trim(), html, attachments, is_shared: isShared }, template?.id);
      onClose();
    } catch (failure) {
      setProblem(problemOf(failure).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={template ? 'Edit template' : 'New template'}
      footer={
        <>
          {template && (
            <Button variant="danger" onClick={() => setRemoving(true)} style={{ marginRight: 'auto' }}>
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={isSaving}
            onClick={() => void submit()}
            {...(missing ? { disabledReason: missing } : {})}
          >
            Save template
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <Field label="Name">
          <TextInput maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Text">
          <RichTextEditor value={html} onValueChange={setHtml} variables={variables} tokens={[]} minHeight={160} />
        </Field>
        {attachments.map((file) => (
          <Checkbox
            key={file.storage_key}
            label={`Attach ${file.name}`}
            checked
            onCheckedChange={() => setAttachments(attachments.filter((other) => other !== file))}
          />
        ))}
        {templates.mayShare && (
          <Checkbox
            label="Share with the workspace"
            checked={isShared}
            onCheckedChange={setShared}
            disabled={template !== null && !template.is_own}
          />
        )}
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
      </Stack>
      {removing && template && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={`Delete ${template.name}`}
          confirmLabel="Delete template"
          description={
            template.is_shared
              ? 'It is shared: no one in the workspace can use it any more.'
              : 'It cannot be used any more. Replies that were sent stay.'
          }
          onConfirm={async () => {
            await templates.remove(template);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

import { useState } from 'react';
import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import type { TemplateInput } from './templates.hooks';
import { TemplateDialog } from './template-dialog';
import { TemplatesPopover } from './templates-popover';
import { useReplyTemplates } from './templates.hooks';

interface ReplyTemplatesProps {
  enrolmentId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What a new template begins with: what stands in the composer. */
  written: Pick<TemplateInput, 'html' | 'attachments'>;
  onInsert: (filled: Pick<TemplateInput, 'html' | 'attachments'>) => void;
}

/** The button "Templates" of the composer, with what it opens. */
export function ReplyTemplates({ enrolmentId, open, onOpenChange, written, onInsert }: ReplyTemplatesProps) {
  const templates = useReplyTemplates(enrolmentId);
  const [editing, setEditing] = useState<{ template: ReplyTemplate | null } | null>(null);
  const insert = async (template: ReplyTemplate) => {
    onOpenChange(false);
    const filled = await templates.fill(template);
    if (filled) onInsert(filled);
  };
  const edit = (template: ReplyTemplate | null) => {
    onOpenChange(false);
    setEditing({ template });
  };
  return (
    <>
      <TemplatesPopover
        templates={templates}
        open={open}
        onOpenChange={onOpenChange}
        onInsert={(template) => void insert(template)}
        onNew={() => edit(null)}
        onEdit={edit}
      />
      {editing && (
        <TemplateDialog
          template={editing.template}
          start={written}
          templates={templates}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

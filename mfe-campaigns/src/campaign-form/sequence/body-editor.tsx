import type { DragEvent } from 'react';
import { styled } from 'styled-components';
import type { TemplateVariable } from '@skein/ui/rich-text-editor';
import { RichTextEditor, type EditorHandle } from '@skein/ui/rich-text-editor';
import { AttachButton, AttachmentList } from './attachment-list';
import { useImageUpload, useStepFiles } from './step-files.hooks';
import type { DraftVariant } from './draft-step';

/** Takes the height that is left, and gives it to the text. */
const Grown = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  & > :first-child {
    flex: 1;
  }
`;

interface BodyEditorProps {
  campaignId: number;
  variant: DraftVariant;
  variables: readonly TemplateVariable[];
  mayWrite: boolean;
  onBody: (body: string) => void;
  /** A fallback that was set in the text and is meant for all emails. */
  onFallback: (field: string, fallback: string) => void;
  /** Changes the files from what they are at that time: an upload may end after the person went on to another variant. */
  onFiles: (change: (files: DraftVariant['attachments']) => DraftVariant['attachments']) => void;
  onReady: (handle: EditorHandle | null) => void;
  onUnfinished: (isUnfinished: boolean) => void;
  /** Where the toolbar's variables go when not into the text: the subject, if the cursor was there last. */
  insertInto: () => EditorHandle | null;
}

/** The text of one variant with its pictures, and the files that go out with it. */
export function BodyEditor({
  campaignId,
  variant,
  variables,
  mayWrite,
  onBody,
  onFallback,
  onFiles,
  onReady,
  onUnfinished,
  insertInto,
}: BodyEditorProps) {
  const uploadImage = useImageUpload();
  const files = useStepFiles(campaignId, variant.attachments, (file) => onFiles((present) => [...present, file]));
  // Pictures that are dropped on the text become part of it; every other file is attached.
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (mayWrite && event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!mayWrite || event.defaultPrevented || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      void files.add([...event.dataTransfer.files]);
    },
  };
  return (
    <Grown {...drop}>
      <RichTextEditor
        frameless
        label="Text"
        value={variant.body}
        onValueChange={onBody}
        variables={variables}
        onFallback={onFallback}
        placeholder="Write your email. Type / or {{ to insert a variable."
        disabled={!mayWrite}
        minHeight={300}
        onReady={onReady}
        onUnfinished={onUnfinished}
        insertInto={insertInto}
        onUploadImage={uploadImage}
        toolbarEnd={<AttachButton onFiles={(added) => void files.add(added)} />}
      />
      <AttachmentList
        attached={variant.attachments}
        files={files}
        mayWrite={mayWrite}
        onRemove={(storageKey) => onFiles((present) => present.filter((file) => file.storage_key !== storageKey))}
      />
    </Grown>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Callout } from './callout';
import { Dialog } from './dialog';
import { failureSentence } from './failure-sentence';
import { Field } from './field';
import { Text } from './text';
import { TextInput } from './text-input';

/** Props of a {@link ConfirmDialog}. */
export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, in numbers ("412 leads stop getting mail"). */
  description: ReactNode;
  /** The verb of what happens, not "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  /** Must be typed before the button works; for what cannot be undone. */
  typedText?: string;
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined;
  children?: ReactNode;
  /** Does it. The dialog stays open and busy while the promise runs, closes when it is kept, and shows why when it is broken. */
  onConfirm: () => void | Promise<void>;
}

/** Asks before something dangerous. Focus starts on the safe side: the typed field, else Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  typedText,
  disabledReason,
  children,
  onConfirm,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLElement | null>(null);
  const formId = useId();
  useEffect(() => {
    if (open) {
      setTyped('');
      setBusy(false);
      setProblem(null);
    }
  }, [open]);

  const matches = typedText === undefined || typed.trim() === typedText;
  const obstacle = disabledReason ?? (matches ? undefined : `Type ${typedText} first`);
  const confirm = async () => {
    if (obstacle !== undefined || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setProblem(failureSentence(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={title}
      description={description}
      role="alertdialog"
      initialFocus={first}
      footer={
        <>
          <Button
            ref={(element) => {
              if (typedText === undefined) first.current = element;
            }}
            disabled={busy}
            onClick={() => onOpenChange(false)}
          >
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone === 'danger' ? 'danger-solid' : 'primary'}
            loading={busy}
            disabledReason={obstacle}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void confirm();
        }}
      >
        {children}
        {typedText !== undefined && (
          <Field
            label={
              <>
                Type{' '}
                <Text $mono $weight="medium" $tone="text">
                  {typedText}
                </Text>{' '}
                to confirm
              </>
            }
          >
            <TextInput
              ref={(element) => {
                first.current = element;
              }}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
        {problem && (
          <div style={{ marginTop: 'var(--s-3)' }}>
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          </div>
        )}
      </form>
    </Dialog>
  );
}

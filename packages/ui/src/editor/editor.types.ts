import type { ReactNode, RefObject } from 'react';
import type { TemplateToken, TemplateVariable } from './describe-chip';

/** What a host can do with an editor from outside, e.g. from a menu beside the subject. */
export interface EditorHandle {
  focus: () => void;
  /** The same in this very moment, where the cursor was: for a key that is being pressed. */
  focusNow: () => void;
  /** Inserts a construct (`{{key}}`, `%signature%`) at the cursor. */
  insert: (source: string) => void;
  insertText: (text: string) => void;
  /** Inserts a template (HTML) at the cursor, read as `value` is. */
  insertHtml: (html: string) => void;
  /** Sets a condition around what is selected: shown to leads that have the field. */
  surround: (key: string) => void;
}

/** Props of a `RichTextEditor`. */
export interface RichTextEditorProps {
  /** The template, exactly as it is stored: HTML, or plain text with `format="line"`. */
  value: string;
  /** Told after each change by a person; what was not touched comes back byte for byte. */
  onValueChange: (value: string) => void;
  /** `line`: one line of text with chips and without HTML, for subjects. */
  format?: 'html' | 'line';
  /** Name, when no Field stands around it. */
  label?: string;
  /** Fields that can be named; with the list given, unknown ones are marked. */
  variables?: readonly TemplateVariable[];
  /** Told of a fallback that was set in a chip's form and is meant for every place that shows the field without one. */
  onFallback?: ((key: string, fallback: string) => void) | undefined;
  /** Fixed pieces; signature, sender's first name and unsubscribe line by default. */
  tokens?: readonly TemplateToken[];
  /** Another template of the same format: words that it does not have are marked. Null compares with nothing. */
  comparedTo?: string | null;
  placeholder?: string;
  disabled?: boolean;
  /** Least height of the text in px. */
  minHeight?: number;
  /** `plain` leaves out variables and spintax, for replies. */
  toolbar?: 'full' | 'plain' | 'none';
  /** More tools at the end of the toolbar, e.g. attach. */
  toolbarEnd?: ReactNode;
  /** Where variables, spintax and conditions of this toolbar go instead; null is the text itself. For a subject that shares the toolbar. */
  insertInto?: () => EditorHandle | null;
  /** Stores a file and gives its public address. */
  onUploadImage?: (file: File) => Promise<string>;
  /** Without an edge of its own, inside a composer that has one. */
  frameless?: boolean;
  autoFocus?: boolean;
  /**
   * What was typed before the editor was there: it is put behind the value, as if it had been typed here, and taken out of the reference.
   */
  typedAhead?: RefObject<string>;
  onBlur?: () => void;
  /** Told when the cursor enters and leaves a variable that is not closed yet. */
  onUnfinished?: (isUnfinished: boolean) => void;
  /** Gives the handle once the editor is there, and `null` when it goes. */
  onReady?: (handle: EditorHandle | null) => void;
}

import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button } from '../button';
import type { IconName } from '../icon';
import { Popover } from '../popover';
import { ConditionForm, SpinForm } from './chip-forms';
import type { TemplateToken, TemplateVariable } from './describe-chip';
import type { ToolPanels } from './tool-panels';
import { VariablePicker } from './variable-picker';

/** What is filled in anew for each lead: variables, spintax and conditions. */
export function TemplateTools({
  editor,
  panels,
  variables,
  tokens,
}: {
  editor: Editor;
  panels: ToolPanels;
  variables: readonly TemplateVariable[];
  tokens: readonly TemplateToken[];
}) {
  const selected = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.state.doc.textBetween(current.state.selection.from, current.state.selection.to, ' '),
  });
  const insert = (source: string) => panels.changeWritten((into) => into.insert(source));
  const trigger = (icon: IconName, label: string, title: string) => (
    <Button variant="ghost" size="small" icon={icon} title={title} {...panels.handOn}>
      {label}
    </Button>
  );
  return (
    <>
      <Popover
        label="Insert a variable"
        {...panels.popover('variable')}
        width={288}
        trigger={trigger('braces', 'Variable', 'Insert a variable')}
      >
        <VariablePicker variables={variables} tokens={tokens} onDone={insert} />
      </Popover>
      <Popover
        label="Insert spintax"
        {...panels.popover('spin')}
        trigger={trigger('shuffle', 'Spintax', 'Insert spintax')}
      >
        <SpinForm onDone={insert} {...(selected ? { value: `{${selected}|}` } : {})} />
      </Popover>
      <Popover
        label="Insert a condition"
        {...panels.popover('condition')}
        trigger={trigger('branch', 'Condition', 'Insert a condition')}
      >
        <ConditionForm variables={variables} onDone={(key) => panels.changeWritten((into) => into.surround(key))} />
      </Popover>
    </>
  );
}

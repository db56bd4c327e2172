import { useRef, useEffect } from 'react';
import { Stack } from '@skein/ui/layout';
import { Callout } from '@skein/ui/callout';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { Hint } from '@skein/ui/field';
import { useModelChoices, type Suggestion } from './ai-writing.hooks';
import type { Text, WritingProps } from './writing.types';
import { List, SuggestionItem } from './suggestion-list';
import { BriefFields } from './brief-fields';

export const settings = '/app/settings/ai-assistant#ai-writing';

export function Writing({
  writing,
  defaultModel,
  seqNumber,
  label,
  inThread,
  freeLabel,
  onReplace,
  onAdd,
}: WritingProps) {
  const { brief, setBrief, progress, suggestions } = writing;
  const options = useModelChoices(defaultModel);
  const model = brief.model ?? defaultModel;
  const list = useRef<HTMLUListElement>(null);
  const newest = suggestions[0]?.id;
  // On a phone the suggestions begin below the form.
  useEffect(() => {
    if (progress && newest !== undefined) list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [newest, progress]);
  const textOf = ({ text }: Suggestion): Text => ({ subject: inThread ? '' : text.subject, body: text.email_body });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!progress && brief.about.trim() !== '') void writing.start();
      }}
    >
      <Stack $gap={4}>
        <BriefFields brief={brief} setBrief={setBrief} seqNumber={seqNumber} options={options} model={model} />
        {writing.problem && (
          <Callout tone="danger" role="alert" title="Nothing was written.">
            {writing.problem}
            {/under Settings/.test(writing.problem) && (
              <>
                {' '}
                <Link href={settings}>Open the settings</Link>
              </>
            )}
          </Callout>
        )}
        {progress && (
          <Progress
            label="Writing"
            start={`Writing ${progress.at} of ${progress.of}`}
            end={`${writing.seconds} s`}
            value={progress.at - 1}
            max={progress.of}
          />
        )}
        <div role="status" style={{ display: 'contents' }}>
          {!progress && suggestions.length > 0 && (
            <Hint>
              {suggestions.length === 1 ? 'One suggestion' : `${suggestions.length} suggestions`}, newest first. Nothing
              changes until you use one.
            </Hint>
          )}
        </div>
        {suggestions.length > 0 && (
          <List ref={list} aria-label="Suggestions">
            {suggestions.map((suggestion) => (
              <SuggestionItem
                key={suggestion.id}
                suggestion={suggestion}
                inThread={inThread}
                onReplace={onReplace}
                textOf={textOf}
                label={label}
                freeLabel={freeLabel}
                onAdd={onAdd}
                writing={writing}
              />
            ))}
          </List>
        )}
      </Stack>
    </form>
  );
}

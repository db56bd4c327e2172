import { styled } from 'styled-components';
import { aiTones, aiLanguages } from '@skein/contracts/main/ai-writing.contract';
import { Field } from '@skein/ui/field';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { Select } from '@skein/ui/select';
import { Combobox } from '@skein/ui/combobox';
import type { AiBrief } from './ai-writing.hooks';

const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
  gap: var(--s-3);
`;

const toneWords: Record<(typeof aiTones)[number], string> = {
  professional: 'Professional',
  lazy: 'Lazy',
  formal: 'Formal',
  informal: 'Informal',
  enthusiastic: 'Enthusiastic',
  cautious: 'Cautious',
  neutral: 'Neutral',
};
const tones = aiTones.map((tone) => ({ value: tone, label: toneWords[tone] }));

const creativities = [
  { value: '0', label: '0, precise' },
  { value: '1', label: '1, balanced' },
  { value: '2', label: '2, inventive' },
] as const;

const languages = aiLanguages.map((language) => ({ value: language, label: language }));

const counts = ['1', '2', '3'].map((count) => ({ value: count, label: count }));

interface BriefFieldsProps {
  brief: AiBrief;
  setBrief: (changed: Partial<AiBrief>) => void;
  seqNumber: number;
  options: { value: string; label: string }[];
  model: string;
}

/** What is to be written. */
export function BriefFields({ brief, setBrief, seqNumber, options, model }: BriefFieldsProps) {
  return (
    <>
      <Field label="What is the email about?" hint="What you offer, and what makes it worth a reply.">
        <TextArea
          autoFocus
          autoGrow
          maxRows={8}
          rows={3}
          maxLength={2_000}
          value={brief.about}
          onChange={(event) => setBrief({ about: event.target.value })}
          placeholder={
            seqNumber === 1
              ? 'We fill meeting rooms that stand empty in the afternoon'
              : 'A customer story that fits the first email'
          }
        />
      </Field>
      <Field label="Who is it for?" optional>
        <TextInput
          maxLength={1_000}
          value={brief.audience}
          onChange={(event) => setBrief({ audience: event.target.value })}
          placeholder="Heads of operations in hotels"
        />
      </Field>
      <Choices>
        <Field label="Tone">
          <Select options={tones} value={brief.tone} onValueChange={(tone) => setBrief({ tone })} />
        </Field>
        <Field label="Creativity">
          <Select
            options={creativities}
            value={String(brief.creativity) as '0'}
            onValueChange={(level) => setBrief({ creativity: Number(level) as AiBrief['creativity'] })}
          />
        </Field>
        <Field label="Language">
          <Select options={languages} value={brief.language} onValueChange={(language) => setBrief({ language })} />
        </Field>
        <Field label="Model">
          <Combobox
            options={options}
            value={{ value: model, label: model }}
            onValueChange={(chosen) => setBrief({ model: chosen?.value ?? null })}
            searchPlaceholder="Search models"
          />
        </Field>
        <Field label="Suggestions">
          <Select
            options={counts}
            value={String(brief.count)}
            onValueChange={(count) => setBrief({ count: Number(count) })}
          />
        </Field>
      </Choices>
    </>
  );
}

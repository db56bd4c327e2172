import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import type { FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import type { BrandValues } from './brand-values';
import { ContrastHint } from './contrast-hint';
import { ShapeFields } from './shape-fields';

/** The form's own means, for the parts that its fields are divided into. */
export interface BrandFormParts {
  register: UseFormRegister<BrandValues>;
  setValue: UseFormSetValue<BrandValues>;
  errors: FieldErrors<BrandValues>;
  given: BrandValues;
}

/** Name, colours of both themes, font and corners. */
export function LookFields({ register, setValue, errors, given }: BrandFormParts) {
  const colour = { maxLength: 7, spellCheck: false, autoComplete: 'off' } as const;
  const take = (name: 'accent' | 'accent_dark') => (value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true });
  return (
    <>
      <Field label="Name" hint="Replaces our logo." error={fieldError('Name', errors.name)}>
        <TextInput maxLength={60} autoComplete="organization" {...register('name')} />
      </Field>
      <Stack $gap={1}>
        <Field label="Accent colour" error={fieldError('Accent colour', errors.accent)}>
          <TextInput {...colour} placeholder="#3f4fcf" {...register('accent')} />
        </Field>
        <ContrastHint
          accent={given.accent}
          theme="light"
          isRefused={Boolean(errors.accent)}
          empty="Buttons and links. Six digits, such as #3f4fcf."
          onTake={take('accent')}
        />
      </Stack>
      <Stack $gap={1}>
        <Field
          label="Accent colour in dark theme"
          error={fieldError('Accent colour in dark theme', errors.accent_dark)}
        >
          <TextInput {...colour} placeholder="#8f9bff" {...register('accent_dark')} />
        </Field>
        <ContrastHint
          accent={given.accent_dark}
          theme="dark"
          isRefused={Boolean(errors.accent_dark)}
          empty="Leave empty to derive it from the accent colour."
          onTake={take('accent_dark')}
        />
      </Stack>
      <ShapeFields
        font={given.font}
        radius={given.radius}
        onFont={(font) => setValue('font', font, { shouldDirty: true })}
        onRadius={(radius) => setValue('radius', radius, { shouldDirty: true })}
      />
    </>
  );
}

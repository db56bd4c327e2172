import { isProvenAddress, type BrandProof } from '@skein/contracts/brand-proof';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import type { BrandFormParts } from './look-fields';

/** What clients read on the login page and in emails, where they log in, and who writes to them. */
export function TextFields({
  register,
  errors,
  given,
  proof,
  isSandbox,
}: Pick<BrandFormParts, 'register' | 'errors' | 'given'> & { proof: BrandProof; isSandbox: boolean }) {
  const support = given.support_address.trim().toLowerCase();
  const onceProven = proof.sender === null ? ' Used once the sender address is proven.' : '';
  return (
    <>
      <Field
        label="Login page text"
        hint="One sentence below the title."
        error={fieldError('Login page text', errors.login_text)}
      >
        <TextInput maxLength={160} placeholder="Your campaigns and replies." {...register('login_text')} />
      </Field>
      <Field label="Host name" hint="Where your clients log in." error={fieldError('Host name', errors.domain)}>
        <TextInput
          placeholder={isSandbox ? 'agency.localhost' : 'app.agency.com'}
          spellCheck={false}
          autoComplete="off"
          {...register('domain')}
        />
      </Field>
      <Field
        label="Sender name"
        hint="The sender’s name on emails to clients."
        error={fieldError('Sender name', errors.sender_name)}
      >
        <TextInput maxLength={60} autoComplete="off" {...register('sender_name')} />
      </Field>
      <Field label="Sender address" error={fieldError('Sender address', errors.sender_address)}>
        <TextInput type="email" autoComplete="off" placeholder="hello@agency.com" {...register('sender_address')} />
      </Field>
      <Field
        label="Email greeting"
        hint={`{{name}} is the recipient’s name.${onceProven}`}
        error={fieldError('Email greeting', errors.mail_greeting)}
      >
        <TextInput maxLength={60} autoComplete="off" placeholder="Hello {{name}}," {...register('mail_greeting')} />
      </Field>
      <Field
        label="Email footer"
        hint={`Below every email to a client, such as your postal address.${onceProven}`}
        error={fieldError('Email footer', errors.mail_footer)}
      >
        <TextArea rows={3} maxLength={400} {...register('mail_footer')} />
      </Field>
      <Field
        label="Support address"
        hint={
          support === '' || isProvenAddress(support, proof)
            ? 'Clients’ questions and replies go here.'
            : 'Takes effect once a host name or sender address of its domain is proven.'
        }
        error={fieldError('Support address', errors.support_address)}
      >
        <TextInput type="email" autoComplete="off" placeholder="help@agency.com" {...register('support_address')} />
      </Field>
    </>
  );
}

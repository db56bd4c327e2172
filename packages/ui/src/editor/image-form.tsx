import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../button';
import { Field, Hint } from '../field';
import { TextInput } from '../text-input';
import { Foot, submitting } from './chip-forms';
import { Form, Problem } from './editor-parts';

const Shown = styled.img`
  display: block;
  max-width: 100%;
  max-height: 120px;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  background: var(--surface-2);
`;

interface ImageFormProps {
  onUpload?: ((file: File) => Promise<string>) | undefined;
  onDone: (address: string, alt: string) => void;
}

/** A picture as a file where the host can take one, or by its address. */
export function ImageForm({ onUpload, onDone }: ImageFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [uploaded, setUploaded] = useState<{ name: string; address: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file || !onUpload) return;
    setBusy(true);
    setProblem(null);
    try {
      setUploaded({ name: file.name, address: await onUpload(file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be stored');
    } finally {
      setBusy(false);
    }
  };
  const good = /^https?:\/\/\S+$/i.test(address.trim());
  const done = () => {
    if (uploaded) onDone(uploaded.address, alt.trim());
    else if (good) onDone(address.trim(), alt.trim());
  };
  return (
    <Form onSubmit={submitting(done)}>
      {uploaded && <Shown src={uploaded.address} alt={`Picture ${uploaded.name}`} />}
      {onUpload && (
        <div>
          <Button icon="image" block loading={busy} autoFocus onClick={() => input.current?.click()}>
            {uploaded ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          <Hint style={{ marginTop: 6 }}>
            {uploaded ? uploaded.name : 'PNG, JPEG, WebP or GIF, 5 MB at most. It can be pasted into the text as well.'}
          </Hint>
          {problem && (
            <Problem role="alert" style={{ padding: '4px 0 0' }}>
              {problem}
            </Problem>
          )}
        </div>
      )}
      {onUpload && (
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          hidden
          aria-hidden="true"
          tabIndex={-1}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      )}
      {!uploaded && (
        <Field label={onUpload ? 'Or its address' : 'Address of the image'}>
          <TextInput
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://"
            inputMode="url"
            autoFocus={!onUpload}
          />
        </Field>
      )}
      <Field label="What it shows" hint="Read where images are off.">
        <TextInput value={alt} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      <Foot>
        <Button
          size="small"
          variant="primary"
          type="submit"
          {...(uploaded || good
            ? {}
            : { disabledReason: onUpload ? 'Choose a picture first' : 'Enter an address that starts with https://' })}
        >
          Insert
        </Button>
      </Foot>
    </Form>
  );
}

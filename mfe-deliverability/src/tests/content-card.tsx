import { useRef } from 'react';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { CampaignEmailFields } from './campaign-email';
import { exampleEmail } from './example-email';
import type { TestForm } from './test-form.hooks';

/** What is tested, and who sends it. */
export function ContentCard({ form }: { form: TestForm }) {
  const { values, set, isOwn, origin } = form;
  const subject = useRef<HTMLInputElement>(null);
  const isEmpty = !isOwn && origin === 'here' && values.subject.trim() === '' && values.body.trim() === '';
  const useExample = () => {
    set(exampleEmail);
    subject.current?.focus();
  };
  return (
    <Card
      title="Email"
      {...(isEmpty
        ? {
            actions: (
              <Button size="small" variant="ghost" onClick={useExample}>
                Use an example
              </Button>
            ),
          }
        : {})}
    >
      <Stack $gap={3}>
        <Field label="Test name">
          <TextInput maxLength={100} value={values.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        {form.type === 'manual' && (
          <Field label="Sent by">
            <RadioGroup
              cards
              direction="row"
              value={isOwn ? 'own' : 'skein'}
              onValueChange={(value) => form.setSelfSent(value === 'own')}
              options={[
                { value: 'skein', label: 'Your mailboxes', hint: 'At their own pace, within their daily limits.' },
                { value: 'own', label: 'Another tool', hint: 'You get the seed addresses and a test code.' },
              ]}
            />
          </Field>
        )}
        {!isOwn && (
          <Field label="Content">
            <RadioGroup
              direction="row"
              value={origin}
              onValueChange={form.setOrigin}
              options={[
                { value: 'here', label: 'Write it here' },
                { value: 'campaign', label: 'Use a campaign step' },
              ]}
            />
          </Field>
        )}
        {!isOwn && origin === 'campaign' && <CampaignEmailFields email={form.email} />}
        {!isOwn && origin === 'here' && (
          <>
            <Field label="Subject">
              <TextInput
                ref={subject}
                maxLength={500}
                value={values.subject}
                onChange={(event) => set({ subject: event.target.value })}
              />
            </Field>
            <Field label="Message" hint="Sent as plain text.">
              <TextArea
                rows={8}
                maxLength={50_000}
                value={values.body}
                onChange={(event) => set({ body: event.target.value })}
              />
            </Field>
          </>
        )}
      </Stack>
    </Card>
  );
}

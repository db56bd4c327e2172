import { useState } from 'react';
import { knowledgeLimit } from '@skein/contracts/main/assistant.contract';
import { Button } from '@skein/ui/button';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { TextArea } from '@skein/ui/text-area';

/** What drafts may say of the workspace. */
export function KnowledgeCard({
  knowledge,
  onSave,
}: {
  knowledge: string;
  onSave: (knowledge: string) => Promise<string | null>;
}) {
  const [text, setText] = useState(knowledge);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async () => {
    setSaving(true);
    setProblem(await onSave(text));
    setSaving(false);
  };
  return (
    <Card title="Knowledge for drafts" padded={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CardBody>
          <Field
            label="What answers may say about you"
            hint={`Offer, prices, references, links, what not to promise. A draft uses links and facts from here and from your own emails only. ${text.length.toLocaleString('en-US')} of ${knowledgeLimit.toLocaleString('en-US')} characters.`}
            error={problem ?? undefined}
          >
            <TextArea
              rows={8}
              maxLength={knowledgeLimit}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </CardBody>
        <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
          <Button
            type="submit"
            variant="primary"
            loading={isSaving}
            {...(text === knowledge ? { disabledReason: 'Nothing was changed' } : {})}
          >
            Save knowledge
          </Button>
        </CardFoot>
      </form>
    </Card>
  );
}

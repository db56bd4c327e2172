import { useCallback, useState } from 'react';
import { webhookEvents } from '@skein/contracts/constants';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Drawer } from '@skein/ui/drawer';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fullInstant } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';
import { fieldError } from '@skein/ui/field-error';
import { useSaveWebhook, useWebhookTopics } from './webhooks.hooks';
import {
  bodyOf,
  eventGroups,
  eventWords,
  formOf,
  narrowedByCategory,
  problemsOf,
  type WebhookField,
  type WebhookForm,
} from './webhook-form';
import { SecretDialog } from './secret-dialog';

/** Makes a webhook, or changes one. */
export function WebhookDrawer({ webhook, onClose }: { webhook: WebhookView | null; onClose: () => void }) {
  const [form, setForm] = useState(() => formOf(webhook));
  const [problems, setProblems] = useState<Partial<Record<WebhookField, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const webhooks = useSaveWebhook(webhook?.id);
  const { categories } = useWebhookTopics();
  const change = (changed: Partial<typeof form>) => {
    setForm({ ...form, ...changed });
    setProblems({});
  };
  const save = async () => {
    const wrong = problemsOf(form);
    setProblems(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) return;
    try {
      const saved = await webhooks.save(bodyOf(form));
      toasts.show({
        title: webhook ? `${saved.name} saved` : `${saved.name} was created`,
        text: saved.is_active ? undefined : 'It is off: nothing is sent.',
      });
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setProblems(
        Object.fromEntries(
          details.map((detail) => [detail.field.replace(/^body\./, '').split('.')[0], detail.message]),
        ),
      );
      setProblem(details.length > 0 ? null : message);
    }
  };
  const label = (field: WebhookField, name: string) =>
    fieldError(name, problems[field] === undefined ? undefined : { message: problems[field] });
  return (
    <Drawer
      open
      onOpenChange={onClose}
      width={520}
      title={webhook ? webhook.name : 'New webhook'}
      footer={
        <Row $justify="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={webhooks.isSaving} onClick={() => void save()}>
            {webhook ? 'Save' : 'Create webhook'}
          </Button>
        </Row>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack $gap={5}>
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
          <Field label="Name" error={label('name', 'Name')}>
            <TextInput
              autoFocus
              maxLength={120}
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <Field
            label="Address"
            hint="Gets a POST with JSON. Answer with 2xx within 30 seconds."
            error={label('webhook_url', 'Address')}
          >
            <TextInput
              type="url"
              placeholder="https://"
              spellCheck={false}
              value={form.webhook_url}
              onChange={(event) => change({ webhook_url: event.target.value })}
            />
          </Field>
          <Scope form={form} onChange={change} error={label('campaign_id', 'Campaign')} />
          <Events form={form} onChange={change} error={label('event_types', 'It')} />
          {narrowedByCategory(form.event_types) && (
            <Field
              label="Only these categories"
              optional
              hint="Narrows replies and changes of category. None chosen: all."
            >
              <Combobox
                multiple
                clearable
                options={categories.map((category) => ({
                  value: category.name,
                  label: category.name,
                }))}
                value={form.categories.map((name) => ({ value: name, label: name }))}
                onValueChange={(chosen) => change({ categories: chosen.map((option) => option.value) })}
                placeholder="Any category"
              />
            </Field>
          )}
          <Signature webhook={webhook} form={form} onChange={change} error={label('secret_key', 'Secret')} />
          <Switch
            label="On"
            hint="While it is off, nothing is sent and nothing is kept for later."
            checked={form.is_active}
            onCheckedChange={(is_active) => change({ is_active })}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

interface PartProps {
  form: WebhookForm;
  onChange: (changed: Partial<WebhookForm>) => void;
  error: string | undefined;
}

/** Whose events it gets. */
function Scope({ form, onChange, error }: PartProps) {
  const { findCampaigns } = useWebhookTopics();
  const campaigns = useCallback(
    async (search: string): Promise<readonly ComboboxOption[]> =>
      (await findCampaigns(search.trim())).map((row) => ({ value: String(row.id), label: row.name })),
    [findCampaigns],
  );
  return (
    <>
      <Field label="For">
        <RadioGroup
          value={String(form.scope) as '1' | '2' | '3'}
          onValueChange={(scope) => onChange({ scope: Number(scope) as 1 | 2 | 3 })}
          options={[
            { value: '1', label: 'The whole workspace' },
            { value: '3', label: 'One campaign' },
            ...(form.scope === 2 ? [{ value: '2' as const, label: `Client ${form.client_id}` }] : []),
          ]}
        />
      </Field>
      {form.scope === 3 && (
        <Field label="Campaign" error={error}>
          <Combobox
            options={campaigns}
            value={form.campaign ? { value: String(form.campaign.id), label: form.campaign.name } : null}
            onValueChange={(option) =>
              onChange({ campaign: option ? { id: Number(option.value), name: option.label } : null })
            }
            placeholder="Choose a campaign"
          />
        </Field>
      )}
    </>
  );
}

/** Which events it gets. */
function Events({ form, onChange, error }: PartProps) {
  return (
    <fieldset style={{ border: 0, padding: 0, display: 'grid', gap: 'var(--s-3)' }}>
      <legend style={{ fontSize: 'var(--fs-2)', fontWeight: 'var(--w-medium)', marginBottom: 'var(--s-2)' }}>
        Events
      </legend>
      {eventGroups.map((group) => (
        <Stack key={group} $gap={2} role="group" aria-label={group}>
          <Hint>{group}</Hint>
          {webhookEvents
            .filter((event) => eventWords[event].group === group)
            .map((event) => (
              <Checkbox
                key={event}
                label={eventWords[event].label}
                hint={event}
                checked={form.event_types.includes(event)}
                onCheckedChange={(on) =>
                  onChange({
                    event_types: on
                      ? [...form.event_types, event]
                      : form.event_types.filter((other) => other !== event),
                  })
                }
              />
            ))}
        </Stack>
      ))}
      {error && (
        <Callout tone="danger" role="alert">
          {error}
        </Callout>
      )}
    </fieldset>
  );
}

/** What signs a webhook. A stored secret is replaced in a dialog of its own, at once and with an overlap, not with the rest of the form. */
function Signature({
  webhook,
  form,
  onChange,
  error,
}: {
  webhook: WebhookView | null;
  form: WebhookForm;
  onChange: (changed: Partial<WebhookForm>) => void;
  error: string | undefined;
}) {
  const { timeZone } = useUi();
  const [replaces, setReplaces] = useState(false);
  return (
    <>
      <Field label="Signature">
        <RadioGroup
          value={form.secret}
          onValueChange={(secret) => onChange({ secret })}
          options={[
            webhook?.has_secret
              ? {
                  value: 'keep' as const,
                  label: 'Sign with the secret',
                  hint: 'Stored encrypted and can’t be shown again',
                }
              : {
                  value: 'set' as const,
                  label: 'Sign with a secret',
                  hint: 'HMAC-SHA256 in the webhook-signature header',
                },
            { value: 'none', label: 'Not signed' },
          ]}
        />
      </Field>
      {webhook && form.secret === 'keep' && (
        <Stack $gap={2}>
          {webhook.previous_secret_until && Date.parse(webhook.previous_secret_until) > Date.now() && (
            <Hint>The previous secret also signs until {fullInstant(webhook.previous_secret_until, timeZone)}.</Hint>
          )}
          <Row>
            <Button onClick={() => setReplaces(true)}>Replace secret</Button>
          </Row>
        </Stack>
      )}
      {form.secret === 'set' && (
        <Field label="Secret" error={error}>
          <PasswordInput
            autoComplete="new-password"
            value={form.secret_key}
            onChange={(event) => onChange({ secret_key: event.target.value })}
          />
        </Field>
      )}
      {webhook && replaces && <SecretDialog webhook={webhook} onClose={() => setReplaces(false)} />}
    </>
  );
}

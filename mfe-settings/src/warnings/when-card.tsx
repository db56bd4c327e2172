import type { NoticeSettings } from '@skein/contracts/main/notices.contract';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { useNoticeTopics, type useNoticeSettings } from './notices.hooks';

type Change = ReturnType<typeof useNoticeSettings>['change'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Digest and quiet hours, in the person's zone. */
export function WhenCard({ settings, change }: { settings: NoticeSettings; change: Change }) {
  return (
    <Card title="Digest and quiet hours" detail={settings.time_zone}>
      <Stack>
        <Field label="Emails">
          <RadioGroup
            aria-label="Emails"
            value={settings.digest}
            onValueChange={(digest) => void change({ digest: digest as NoticeSettings['digest'] })}
            options={[
              { value: 'off', label: 'One by one' },
              { value: 'daily', label: 'One digest a day' },
              { value: 'weekly', label: 'One digest a week' },
            ]}
          />
        </Field>
        {settings.digest !== 'off' && (
          <Row $wrap $gap={3}>
            {settings.digest === 'weekly' && (
              <Select
                aria-label="Day of the digest"
                value={String(settings.digest_day)}
                onValueChange={(day) => void change({ digest_day: Number(day) })}
                options={days.map((label, index) => ({ value: String(index + 1), label }))}
              />
            )}
            <Select
              aria-label="Hour of the digest"
              value={String(settings.digest_hour)}
              onValueChange={(hour) => void change({ digest_hour: Number(hour) })}
              options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
            />
          </Row>
        )}
        <Switch
          label="Quiet hours"
          hint="Email, push and Slack wait until they end. Webhooks are sent at once."
          checked={settings.quiet_on}
          onCheckedChange={(quiet_on) => void change({ quiet_on })}
        />
        {settings.quiet_on && (
          <Row $wrap $gap={3}>
            <Field label="From">
              <TextInput
                type="time"
                defaultValue={settings.quiet_from}
                onBlur={(event) => event.target.value && void change({ quiet_from: event.target.value.slice(0, 5) })}
              />
            </Field>
            <Field label="To">
              <TextInput
                type="time"
                defaultValue={settings.quiet_to}
                onBlur={(event) => event.target.value && void change({ quiet_to: event.target.value.slice(0, 5) })}
              />
            </Field>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

const toggled = (ids: readonly number[], id: number, isOn: boolean) =>
  isOn ? [...ids, id] : ids.filter((each) => each !== id);

/** Which replies a person is notified of. */
export function RepliesCard({
  settings,
  change,
  showsClients,
}: {
  settings: NoticeSettings;
  change: Change;
  showsClients: boolean;
}) {
  const { categories, clients } = useNoticeTopics(showsClients);
  return (
    <Card title="Which replies">
      <Stack>
        <Field label="Mailboxes">
          <RadioGroup
            aria-label="Mailboxes"
            value={settings.reply_mailboxes}
            onValueChange={(value) => void change({ reply_mailboxes: value as 'all' | 'mine' })}
            options={[
              { value: 'all', label: 'All mailboxes' },
              { value: 'mine', label: 'Only mine: those I connected or that are assigned to me' },
            ]}
          />
        </Field>
        <div role="group" aria-label="Categories of replies">
          <Hint>Choose no category to be notified of every reply.</Hint>
          <Row $wrap $gap={3}>
            {categories.map((category) => (
              <Checkbox
                key={category.id}
                label={category.name}
                checked={settings.reply_categories.includes(category.id)}
                onCheckedChange={(checked) =>
                  void change({ reply_categories: toggled(settings.reply_categories, category.id, checked) })
                }
              />
            ))}
          </Row>
        </div>
        {clients.length > 0 && (
          <div role="group" aria-label="Clients of replies">
            <Hint>Choose no client to include everyone.</Hint>
            <Row $wrap $gap={3}>
              {clients.map((client) => (
                <Checkbox
                  key={client.id}
                  label={client.name}
                  checked={settings.reply_clients.includes(client.id)}
                  onCheckedChange={(checked) =>
                    void change({ reply_clients: toggled(settings.reply_clients, client.id, checked) })
                  }
                />
              ))}
            </Row>
          </div>
        )}
      </Stack>
    </Card>
  );
}

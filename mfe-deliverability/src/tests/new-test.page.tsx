import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { RadioGroup } from '@skein/ui/radio-group';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { Problem, Simulated } from '../parts';
import { base, useNewTest } from '../placement.hooks';
import { CampaignEmailFields } from './campaign-email';
import { useCampaignEmail } from './campaign-email.hooks';

const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

const isEmptyOr = (value: string, most: number): boolean =>
  value === '' || (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= most);

/** A new test: text, mailboxes, seeds, and for automatic ones how often. */
export function NewTestPage({ type }: { type: 'manual' | 'auto' }) {
  const title = type === 'auto' ? 'New automatic test' : 'New manual test';
  usePage([{ label: 'SmartDelivery', to: `/app${base}/${type}/all-tests` }, { label: title }]);
  const folderId = useParams().folderId;
  const form = useNewTest();
  const [text, setText] = useState({ name: '', subject: '', body: '', days: '7', below: '', cap: '' });
  const [checks, setChecks] = useState({ has_control: true, checks_links: true, checks_spam: true });
  const [senders, setSenders] = useState<number[]>([]);
  const [providers, setProviders] = useState<string[]>([]);
  const [regions, setRegions] = useState<string[]>([]);
  const [origin, setOrigin] = useState<'here' | 'campaign'>('here');
  const email = useCampaignEmail(senders[0] ?? null);
  const { choices } = form;
  const days = Number(text.days);
  const isReady =
    text.name.trim() !== '' &&
    (origin === 'campaign' ? email.preview !== null : [text.subject, text.body].every((each) => each.trim() !== '')) &&
    senders.length > 0 &&
    senders.length <= 50 &&
    isEmptyOr(text.below, 100) &&
    isEmptyOr(text.cap, 10_000) &&
    (type === 'manual' || (Number.isInteger(days) && days >= 1 && days <= 90));
  const save = () =>
    form.save({
      type,
      name: text.name,
      ...(origin === 'campaign' && email.preview && email.step && email.campaign
        ? {
            subject: email.preview.subject || '(no subject)',
            body_text: email.preview.text,
            body_html: email.preview.html,
            campaign_id: Number(email.campaign.value),
            variant_id: Number(email.step.value),
          }
        : { subject: text.subject, body_text: text.body }),
      sender_ids: senders,
      providers,
      regions,
      folder_id: folderId === undefined ? null : Number(folderId),
      every_days: type === 'auto' ? days : null,
      ...checks,
      rest_below: text.below === '' ? null : Number(text.below),
      cap_to: text.below === '' || text.cap === '' ? null : Number(text.cap),
    });
  const list = (items: readonly string[], chosen: string[], set: (next: string[]) => void) =>
    items.map((item) => (
      <Checkbox
        key={item}
        label={item}
        checked={chosen.includes(item)}
        onCheckedChange={() => set(toggled(chosen, item))}
      />
    ));
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button variant="primary" loading={form.isSaving} disabled={!isReady} onClick={save}>
            Start test
          </Button>
        }
      />
      <PageBody $well>
        {form.problem && <Problem title="Could not load mailboxes and seeds" problem={form.problem} />}
        {!choices && !form.problem && (
          <Loading label="Loading mailboxes and seeds">
            <SkeletonRows rows={6} />
          </Loading>
        )}
        {choices && (
          <Stack $gap={4}>
            <Simulated />
            <Card title="Email">
              <Stack $gap={3}>
                <Field label="Test name">
                  <TextInput
                    maxLength={100}
                    value={text.name}
                    onChange={(e) => setText({ ...text, name: e.target.value })}
                  />
                </Field>
                <Field label="Content">
                  <RadioGroup
                    direction="row"
                    value={origin}
                    onValueChange={setOrigin}
                    options={[
                      { value: 'here', label: 'Write it here' },
                      { value: 'campaign', label: 'Use a campaign step' },
                    ]}
                  />
                </Field>
                {origin === 'campaign' ? (
                  <CampaignEmailFields email={email} />
                ) : (
                  <>
                    <Field label="Subject">
                      <TextInput
                        maxLength={500}
                        value={text.subject}
                        onChange={(e) => setText({ ...text, subject: e.target.value })}
                      />
                    </Field>
                    <Field
                      label="Message"
                      hint="Sent as plain text. A reference line is added so the email can be found."
                    >
                      <TextArea
                        rows={8}
                        maxLength={50_000}
                        value={text.body}
                        onChange={(e) => setText({ ...text, body: e.target.value })}
                      />
                    </Field>
                  </>
                )}
                {type === 'auto' && (
                  <Field label="Repeat every (days)" hint="1 to 90 days. The first run starts now.">
                    <TextInput
                      inputMode="numeric"
                      value={text.days}
                      onChange={(e) => setText({ ...text, days: e.target.value })}
                    />
                  </Field>
                )}
              </Stack>
            </Card>
            <Card title="Checks">
              <Stack $gap={3}>
                <Checkbox
                  label="Send a control email beside the real copy"
                  checked={checks.has_control}
                  onCheckedChange={() => setChecks({ ...checks, has_control: !checks.has_control })}
                />
                <SubLine style={{ whiteSpace: 'normal' }}>
                  A plain, neutral email to the same seeds. It doubles the emails and tells the copy from the
                  infrastructure.
                </SubLine>
                <Checkbox
                  label="Open the links"
                  checked={checks.checks_links}
                  onCheckedChange={() => setChecks({ ...checks, checks_links: !checks.checks_links })}
                />
                <Checkbox
                  label="Ask SpamAssassin"
                  checked={checks.checks_spam}
                  onCheckedChange={() => setChecks({ ...checks, checks_spam: !checks.checks_spam })}
                />
              </Stack>
            </Card>
            <Card title="When placement falls">
              <Stack $gap={3}>
                <Field
                  label="Below (%)"
                  hint="A mailbox that places fewer emails after a run rests. Empty for nothing."
                >
                  <TextInput
                    inputMode="numeric"
                    value={text.below}
                    onChange={(e) => setText({ ...text, below: e.target.value })}
                  />
                </Field>
                <Field label="Lower the daily limit to" hint="Instead of resting. Empty to rest the mailbox.">
                  <TextInput
                    inputMode="numeric"
                    value={text.cap}
                    onChange={(e) => setText({ ...text, cap: e.target.value })}
                  />
                </Field>
              </Stack>
            </Card>
            <Card title="Mailboxes" detail={`${senders.length} of up to 50`}>
              <Stack $gap={2}>
                <SubLine>
                  Test emails count toward each mailbox’s daily limit and keep its gap. Campaign emails go first.
                </SubLine>
                {choices.senders.length === 0 && (
                  <SubLine style={{ whiteSpace: 'normal' }}>
                    No mailbox can send a test yet. Connect one under Email accounts.
                  </SubLine>
                )}
                {choices.senders.map(({ id, email }) => (
                  <Checkbox
                    key={id}
                    label={email}
                    checked={senders.includes(id)}
                    onCheckedChange={() => setSenders(toggled(senders, id))}
                  />
                ))}
              </Stack>
            </Card>
            <Card title="Seeds" detail="All providers and regions by default">
              <Row $gap={8} $wrap style={{ alignItems: 'flex-start' }}>
                <Stack $gap={2}>
                  {list([...new Set(choices.seeds.map((s) => s.provider))], providers, setProviders)}
                </Stack>
                <Stack $gap={2}>{list([...new Set(choices.seeds.map((s) => s.region))], regions, setRegions)}</Stack>
              </Row>
            </Card>
          </Stack>
        )}
      </PageBody>
    </>
  );
}

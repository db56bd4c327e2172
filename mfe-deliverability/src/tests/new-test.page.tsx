import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { StateStatus } from '@skein/ui/status';
import { LoadProblem } from '@skein/ui/load-problem';
import { copiedIdOf, draftIdOf, useBeginning } from '../new-test.hooks';
import { Simulated } from '../parts';
import { base, useFolders } from '../placement.hooks';
import { ShortNumber } from './short-number';
import { ContentCard } from './content-card';
import { FollowCard } from './follow-card';
import { GoneCallout, type GoneParts } from './gone-callout';
import { ScheduleCard } from './schedule-card';
import { SeedsCard } from './seeds-card';
import { SendersCard } from './senders-card';
import { useTestForm, type TestForm } from './test-form.hooks';
import type { Draft } from './test-values';

type Kind = 'manual' | 'auto';
const titles = { auto: 'New automatic test', manual: 'New manual test' } as const;

/** A new test, or the draft of one that the address names. */
export function NewTestPage({ type }: { type: Kind }) {
  const { folderId } = useParams();
  const [query] = useSearchParams();
  // A test that is saved as a draft here goes on as it is; only a draft that the page begins with is read.
  const [opened] = useState(() => draftIdOf(query));
  const [copied] = useState(() => copiedIdOf(query));
  const { draft, gone, isUnknown, problem } = useBeginning(opened, copied);
  const what = opened === null ? 'test' : 'draft';
  const folders = useFolders(folderId !== undefined);
  const folder = folders.rows.find(({ id }) => String(id) === folderId);
  usePage([
    { label: 'SmartDelivery', to: `/app${base}/${type}/all-tests` },
    ...(folder ? [{ label: folder.name, to: `/app${base}/folder/${folder.id}/tests` }] : []),
    { label: titles[type] },
  ]);
  if (folderId !== undefined && !folders.isLoading && !folders.problem && !folder)
    return <NotFoundPage what="The folder was deleted, or it never existed." />;
  // A draft that was started is gone: the form stays until the result opens.
  if (isUnknown && !draft)
    return (
      <NotFoundPage
        what={
          opened === null
            ? 'The test was deleted, or it never existed.'
            : 'The draft was deleted or started, or it never existed.'
        }
      />
    );
  if ((opened !== null || copied !== null) && !draft)
    return (
      <PageBody $well>
        {problem ? (
          <LoadProblem title={`Could not load the ${what}`} {...problem} />
        ) : (
          <Loading label={`Loading the ${what}`}>
            <SkeletonRows rows={6} />
          </Loading>
        )}
      </PageBody>
    );
  return <TestFormPage type={type} folder={folder ?? null} draft={draft} gone={gone} />;
}

interface TestFormPageProps {
  type: Kind;
  folder: { id: number; name: string } | null;
  draft: Draft | null;
  gone: GoneParts | null;
}

/** Content, mailboxes, seeds, checks, and what happens when placement falls. */
function TestFormPage({ type, folder, draft, gone }: TestFormPageProps) {
  // What is saved now is what the form holds: a draft that is read again does not replace it.
  const [begunWith] = useState(draft);
  const [lost] = useState(gone);
  const form = useTestForm(type, folder?.id ?? null, begunWith);
  return (
    <>
      <PageHeader
        title={titles[type]}
        status={
          <>
            {form.draftId !== null && <StateStatus state="draft">Draft</StateStatus>}
            <Simulated />
          </>
        }
        detail={folder ? `In ${folder.name}` : undefined}
        actions={
          <>
            <Button
              loading={form.isSavingDraft}
              onClick={form.saveDraft}
              {...(form.choices ? {} : { disabledReason: notThere })}
            >
              {form.draftId === null ? 'Save as draft' : 'Save draft'}
            </Button>
            <Button
              variant="primary"
              loading={form.isSaving}
              onClick={form.save}
              {...(!form.choices
                ? { disabledReason: notThere }
                : form.isReady
                  ? {}
                  : { disabledReason: stillNeeded(form.missing) })}
            >
              {form.isOwn ? 'Get seed addresses' : 'Start test'}
            </Button>
          </>
        }
      />
      <PageBody $well>
        {form.problem && <LoadProblem title="Could not load mailboxes and seeds" {...form.problem} />}
        {!form.choices && !form.problem && (
          <Loading label="Loading mailboxes and seeds">
            <SkeletonRows rows={6} />
          </Loading>
        )}
        {form.choices && (
          <Columns>
            <Stack $gap={4}>
              {lost && <GoneCallout gone={lost} seedCount={form.seedCount} />}
              <ContentCard form={form} />
              {type === 'auto' && <ScheduleCard form={form} />}
              {!form.isOwn && <SendersCard form={form} />}
              <SeedsCard form={form} />
              <ChecksCard form={form} />
              {!form.isOwn && <FollowCard form={form} />}
            </Stack>
            <Summary form={form} />
          </Columns>
        )}
      </PageBody>
    </>
  );
}

function ChecksCard({ form: { values, set, isOwn } }: { form: TestForm }) {
  return (
    <Card title="Checks">
      <Stack $gap={3}>
        {!isOwn && (
          <Checkbox
            label="Send a control email as well"
            hint="A plain, neutral email to the same seeds. It doubles the emails and shows whether copy or infrastructure is the cause."
            checked={values.has_control}
            onCheckedChange={(isOn) => set({ has_control: isOn })}
          />
        )}
        <Field label="Passes at" hint="Share of emails in inbox and tabs. Missing and refused emails count against it.">
          <ShortNumber unit="%" min={1} max={100} value={values.passes} onValueChange={(passes) => set({ passes })} />
        </Field>
        <Checkbox
          label="Open the links"
          checked={values.checks_links}
          onCheckedChange={(isOn) => set({ checks_links: isOn })}
        />
        <Checkbox
          label="Run SpamAssassin"
          checked={values.checks_spam}
          onCheckedChange={(isOn) => set({ checks_spam: isOn })}
        />
      </Stack>
    </Card>
  );
}

function Summary({ form }: { form: TestForm }) {
  const { senders, seedCount, values, isOwn, type } = form;
  const mails = isOwn ? seedCount : senders.length * seedCount * (values.has_control ? 2 : 1);
  const each = senders.length === 0 ? 0 : mails / senders.length;
  return (
    <Card title={type === 'auto' ? 'Each run' : 'This test'}>
      <Stack $gap={2}>
        <span>
          <Text $size={6} $weight="bold">
            {mails.toLocaleString('en-US')}
          </Text>{' '}
          {mails === 1 ? 'email' : 'emails'}
        </span>
        <SubLine style={{ whiteSpace: 'normal' }}>
          {isOwn
            ? 'Sent by you, one to each seed'
            : each > 0
              ? `${each} from each mailbox`
              : 'Choose the mailboxes that send the test.'}
        </SubLine>
        {type === 'auto' && <Monitors form={form} />}
        {values.has_control && !isOwn && mails > 0 && <SubLine>Half of them are control emails</SubLine>}
        {!form.isReady && <Missing form={form} />}
      </Stack>
    </Card>
  );
}

const notThere = 'Mailboxes and seeds are not loaded yet';
const stillNeeded = (missing: readonly string[]): string => `Still needed: ${missing.join(', ')}`;

/** What the form still needs, in its order. */
function Missing({ form: { missing } }: { form: TestForm }) {
  return missing.length === 0 ? null : <SubLine style={{ whiteSpace: 'normal' }}>{stillNeeded(missing)}</SubLine>;
}

/** Automatic tests that the plan still holds. */
function Monitors({ form }: { form: TestForm }) {
  const monitors = form.choices?.monitors;
  if (!monitors || monitors.limit === null) return null;
  return <SubLine>{`${monitors.used} of ${monitors.limit} active monitors used`}</SubLine>;
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 260px;
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

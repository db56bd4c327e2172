import { useState, type ReactNode } from 'react';
import type { OnboardingAnswers } from '@skein/contracts/main/auth.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { Glyph } from '@skein/ui/icon';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { useInvitedQuery, useInviteMemberMutation } from './onboarding-api';

export interface StepProps {
  answers: OnboardingAnswers;
  onAnswer: (answers: OnboardingAnswers) => void;
  /** Mailboxes that the workspace has. */
  mailboxes: number;
}

const asOptions = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));
const roles = asOptions(['Agency', 'Sales team', 'Founder', 'Freelancer', 'Recruiter']);
const goals = asOptions(['Meetings', 'Replies', 'Sign-ups', 'Partners or candidates']);
const sizes = asOptions(['Only me', '2 to 10', '11 to 50', 'More than 50']);

function RoleStep({ answers, onAnswer }: StepProps) {
  return (
    <Field label="What describes you best?" hint="So that we know who we build for.">
      <RadioGroup options={roles} value={answers.role ?? ''} onValueChange={(role: string) => onAnswer({ role })} />
    </Field>
  );
}

function GoalStep({ answers, onAnswer }: StepProps) {
  return (
    <Field
      label="What shall a campaign bring you?"
      hint="Replies are sorted by what they mean, so each of these can be counted."
    >
      <RadioGroup options={goals} value={answers.goal ?? ''} onValueChange={(goal: string) => onAnswer({ goal })} />
    </Field>
  );
}

function CompanyStep({ answers, onAnswer }: StepProps) {
  return (
    <Stack $gap={4}>
      <Field label="Company" hint="Your workspace bears this name.">
        <TextInput
          maxLength={160}
          autoComplete="organization"
          value={answers.company ?? ''}
          onChange={(event) => onAnswer({ company: event.target.value })}
        />
      </Field>
      <Field label="Website">
        <TextInput
          maxLength={200}
          autoComplete="url"
          placeholder="company.com"
          value={answers.website ?? ''}
          onChange={(event) => onAnswer({ website: event.target.value })}
        />
      </Field>
      <Field label="How big is your team?">
        <RadioGroup
          options={sizes}
          value={answers.company_size ?? ''}
          onValueChange={(company_size: string) => onAnswer({ company_size })}
        />
      </Field>
    </Stack>
  );
}

function MailboxStep({ mailboxes }: StepProps) {
  return (
    <Stack $gap={4}>
      <Stack $gap={2}>
        <Text as="h2" $weight="medium">
          Connect your first mailbox
        </Text>
        <Text as="p" $tone="muted">
          Campaigns leave from mailboxes of your own. Each is tried at once: its login, and SPF, DKIM and DMARC of its
          domain.
        </Text>
      </Stack>
      {mailboxes > 0 ? (
        <Callout tone="success" role="status">
          {mailboxes === 1
            ? 'A mailbox is connected.'
            : `${mailboxes.toLocaleString('en-US')} mailboxes are connected.`}
        </Callout>
      ) : (
        <div>
          <Button icon="plus" href="/app/email-accounts/creation-page/gmail">
            Connect a mailbox
          </Button>
        </div>
      )}
      <Text as="p" $tone="muted">
        Afterwards, Get started in the navigation leads back here.
      </Text>
    </Stack>
  );
}

function TeamStep() {
  const { data } = useInvitedQuery({ query: { limit: 20 } });
  const [invite, { isLoading }] = useInviteMemberMutation();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setProblem(null);
    if (email.trim() === '') return setProblem('Email is required.');
    try {
      await invite({ body: { email: email.trim(), role: 'FULL_MEMBER_ACCESS' } }).unwrap();
      setEmail('');
    } catch (error) {
      const { message, details } = problemOf(error);
      setProblem(details[0] && /^[a-z]/.test(details[0].message) ? `Email ${details[0].message}.` : message);
    }
    return undefined;
  };
  const others = data?.members.filter((member) => member.role !== 'OWNER') ?? [];
  return (
    <Stack $gap={4}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Row $gap={2} $align="end">
          <Grow>
            <Field label="Invite a colleague" error={problem}>
              <TextInput
                type="email"
                autoComplete="off"
                placeholder="name@company.com"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
          </Grow>
          <Button
            type="submit"
            icon="mail"
            loading={isLoading}
            style={problem ? { marginBottom: 'auto', marginTop: 24 } : {}}
          >
            Invite
          </Button>
        </Row>
      </form>
      {others.length > 0 && (
        <Stack as="ul" $gap={2} style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label="Your team">
          {others.map((member) => (
            <Row as="li" key={member.id} $gap={2}>
              <Glyph name="done" style={{ color: 'var(--success)' }} />
              <span>{member.email}</span>
              <Text $tone="muted">{member.status}</Text>
            </Row>
          ))}
        </Stack>
      )}
      <Text as="p" $tone="muted">
        They get full access, without billing. Roles are changed in Settings, Team members.
      </Text>
    </Stack>
  );
}

/** The five steps in their order. Each can be skipped: nothing in the product depends on an answer. */
export const onboardingSteps: {
  title: string;
  Content: (props: StepProps) => ReactNode;
  fields: (keyof OnboardingAnswers)[];
}[] = [
  { title: 'You', Content: RoleStep, fields: ['role'] },
  { title: 'Your goal', Content: GoalStep, fields: ['goal'] },
  { title: 'Your company', Content: CompanyStep, fields: ['company', 'website', 'company_size'] },
  { title: 'First mailbox', Content: MailboxStep, fields: [] },
  { title: 'Your team', Content: TeamStep, fields: [] },
];

import { useState, type ReactNode } from 'react';
import type { OnboardingAnswers } from '@skein/contracts/main/auth-views';
import { speaksOfPlans } from '@skein/mfe/plans';
import { problemOf } from '@skein/mfe/problem';
import { useSessionPlan } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { Glyph, Icon, type IconName } from '@skein/ui/icon';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { RadioGroup } from '@skein/ui/radio-group';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { styled } from 'styled-components';
import { useInvited } from './invited.hooks';

interface StepProps {
  answers: OnboardingAnswers;
  onAnswer: (answers: OnboardingAnswers) => void;
  /** Mailboxes that the workspace has. */
  mailboxes: number;
}

interface Choice {
  label: string;
  hint: string;
  icon: IconName;
}
const asOptions = (choices: readonly Choice[]) =>
  choices.map(({ label, hint, icon }) => ({
    value: label,
    hint,
    label: (
      <Row $gap={2} $align="start">
        <Icon name={icon} />
        {label}
      </Row>
    ),
  }));
const roles = asOptions([
  { label: 'Agency', hint: 'You run campaigns for clients', icon: 'briefcase' },
  { label: 'Sales team', hint: 'You book meetings for one company', icon: 'users' },
  { label: 'Founder', hint: 'You sell your own product', icon: 'fire' },
  { label: 'Freelancer', hint: 'You look for your next project', icon: 'user' },
  { label: 'Recruiter', hint: 'You contact candidates or employers', icon: 'search' },
]);
const goals = asOptions([
  { label: 'Meetings', hint: 'Calls and demos in your calendar', icon: 'calendar' },
  { label: 'Replies', hint: 'Conversations that start', icon: 'inbox' },
  { label: 'Sign-ups', hint: 'Trials and registrations', icon: 'checklist' },
  { label: 'Partners or candidates', hint: 'People to work with', icon: 'users' },
]);
const onlyMe = 'Only me'; /* key */
const sizes = [onlyMe, '2 to 10', '11 to 50', 'More than 50'].map((label) => ({ value: label, label }));

/** Cards of choices in two columns, one on a phone. */
const Cards = styled.div`
  & [role='radiogroup'] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(190px, 1fr));
    gap: var(--s-2);
  }
  & svg {
    flex: none;
    margin-top: 2px;
    color: var(--muted);
  }
`;

function RoleStep({ answers, onAnswer }: StepProps) {
  return (
    <Cards>
      <Field label="What describes you best?">
        <RadioGroup
          cards
          options={roles}
          value={answers.role ?? ''}
          onValueChange={(role: string) => onAnswer({ role })}
        />
      </Field>
    </Cards>
  );
}

function GoalStep({ answers, onAnswer }: StepProps) {
  return (
    <Cards>
      <Field label="What do you want from your campaigns?">
        <RadioGroup
          cards
          options={goals}
          value={answers.goal ?? ''}
          onValueChange={(goal: string) => onAnswer({ goal })}
        />
      </Field>
    </Cards>
  );
}

function CompanyStep({ answers, onAnswer }: StepProps) {
  return (
    <Stack $gap={4}>
      <Field label="Company" hint="Shown as your workspace name.">
        <TextInput
          maxLength={160}
          autoComplete="organization"
          value={answers.company ?? ''}
          onChange={(event) => onAnswer({ company: event.target.value })}
        />
      </Field>
      <Field label="Website" optional>
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
      {mailboxes > 0 ? (
        <Callout tone="success" role="status">
          {mailboxes === 1
            ? 'A mailbox is connected.'
            : `${mailboxes.toLocaleString('en-US')} mailboxes are connected.`}
        </Callout>
      ) : (
        <div>
          <Button variant="primary" icon="plus" href="/app/email-accounts/creation-page/gmail?back=%2Fapp%2Fonboarding">
            Connect mailbox
          </Button>
        </div>
      )}
    </Stack>
  );
}

function TeamStep() {
  const { members, invite, isInviting } = useInvited();
  const hasBilling = speaksOfPlans(useSessionPlan());
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setProblem(null);
    if (email.trim() === '') return setProblem('Email is required.');
    try {
      await invite(email.trim());
      setEmail('');
    } catch (error) {
      const { message, details } = problemOf(error);
      setProblem(details[0] && /^[a-z]/.test(details[0].message) ? `Email ${details[0].message}.` : message);
    }
    return undefined;
  };
  const others = members.filter((member) => member.role !== 'OWNER');
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
            loading={isInviting}
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
        They get full access{hasBilling ? ' except billing' : ''}. Change roles in Settings, Team.
      </Text>
    </Stack>
  );
}

interface OnboardingStep {
  title: string;
  /** Below the title. */
  text: string;
  Content: (props: StepProps) => ReactNode;
  fields: (keyof OnboardingAnswers)[];
  /** Whether the step has the main button itself, and going on without it is the second choice. */
  isOffering?: (mailboxes: number) => boolean;
}

/** The steps in their order, first those that are counted. Each can be skipped: nothing in the product depends on an answer. */
export const onboardingSteps: OnboardingStep[] = [
  { title: 'You', text: 'A few questions to set up your workspace.', Content: RoleStep, fields: ['role'] },
  {
    title: 'Your goal',
    text: 'Replies are sorted by intent, so each goal can be measured.',
    Content: GoalStep,
    fields: ['goal'],
  },
  {
    title: 'Your company',
    text: 'Shown to the colleagues you invite.',
    Content: CompanyStep,
    fields: ['company', 'website', 'company_size'],
  },
  {
    title: 'Connect your first mailbox',
    text: 'Campaigns are sent from your own mailboxes. We test the login and check SPF, DKIM and DMARC when you connect one.',
    Content: MailboxStep,
    fields: [],
    isOffering: (mailboxes) => mailboxes === 0,
  },
  {
    title: 'Invite your team',
    text: 'Invite the people who work on campaigns with you.',
    Content: TeamStep,
    fields: [],
  },
];

/** The steps for these answers. People who work alone are not asked to invite a team. */
export const stepsFor = ({ company_size }: OnboardingAnswers): readonly OnboardingStep[] =>
  company_size === onlyMe ? onboardingSteps.filter(({ Content }) => Content !== TeamStep) : onboardingSteps;

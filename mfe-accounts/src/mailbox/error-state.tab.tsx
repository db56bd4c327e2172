import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant, zoneName } from '@skein/ui/instant';
import { ReconnectCard } from '../connect/oauth/reconnect-card';
import { SecretLine } from '../connect/form-parts';
import { providerOfType } from '../connect/reconnect-body';
import { useReconnectForm } from '../connect/use-reconnect-form';
import { stateOf } from '../mailbox-texts';
import { TwoColumns } from './card-parts';
import { failureTitle } from './failure';
import { AffectedCard, HistoryCard, ServerSaid } from './failure-cards';
import type { TabProps } from './tab-props';
import { ServerFields } from './server-fields';

const Steps = styled.ol`
  & > li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    gap: 0 var(--s-3);
    align-items: start;
    padding: var(--s-3) 0;
    border-top: 1px solid var(--border);
    &:first-child {
      border-top: 0;
      padding-top: 0;
    }
    &:last-child {
      padding-bottom: 0;
    }
    & > i {
      display: grid;
      place-items: center;
      width: 24px;
      height: 24px;
      border-radius: 50%;
      background: var(--surface-3);
      font-style: normal;
      font-size: var(--fs-1);
      font-weight: var(--w-bold);
    }
    & b {
      font-weight: var(--w-medium);
    }
  }
`;

const Details = styled.details`
  & > summary {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
    cursor: pointer;
    color: var(--accent-text);
    font-weight: var(--w-medium);
    border-radius: 2px;
  }
  & > div {
    padding-top: var(--s-3);
  }
`;

function FixCard({ mailbox }: TabProps) {
  const navigate = useNavigate();
  const access = useAccess();
  const provider = providerOfType(mailbox.type);
  const isCredential = (mailbox.smtp_problem ?? mailbox.imap_problem)?.code === 'CREDENTIALS';
  const isOauth = mailbox.auth_method === 'XOAUTH2';
  const fix = mailbox.smtp_problem?.fix ?? mailbox.imap_problem?.fix;
  const link =
    mailbox.smtp_problem?.link ??
    mailbox.imap_problem?.link ??
    (isCredential && mailbox.type === 'GMAIL'
      ? { label: 'Open Google', url: 'https://myaccount.google.com/apppasswords' }
      : null);
  const isKnown = Boolean(mailbox.smtp_problem?.link ?? mailbox.imap_problem?.link);
  const { form, submit, isTrying, problem } = useReconnectForm(mailbox, (report) => {
    if (!report.smtp.ok || !report.imap.ok) return;
    toasts.show({
      title: `${mailbox.from_email} is connected again`,
      text:
        mailbox.waiting_leads > 0
          ? `${counted(mailbox.waiting_leads, 'lead continues', 'leads continue')}.`
          : 'Both servers accepted the login.',
    });
    void navigate(`/email-account/${mailbox.id}/overview`);
  });
  const label = provider.passwordLabel;
  const writes = access.may('mailbox.write');
  return (
    <Card title="How to fix it">
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Steps>
            <li>
              <i>1</i>
              <div>
                <b>
                  {isKnown
                    ? 'What this reply means'
                    : isCredential
                      ? label === /* text */ 'App password'
                        ? 'Create a new app password'
                        : 'Find the right password'
                      : 'Check the servers'}
                </b>
                <Hint>
                  {isKnown && `${mailbox.smtp_problem?.cause ?? mailbox.imap_problem?.cause ?? ''} `}
                  {isCredential && !isKnown
                    ? [
                        provider.type === 'SMTP' ? null : provider.hint,
                        'Providers revoke app passwords when the account’s own password changes.',
                      ]
                        .filter(Boolean)
                        .join(' ')
                    : (fix ?? 'The reply of the server says why.')}
                </Hint>
              </div>
              {link && (
                <Button
                  size="small"
                  iconEnd="external"
                  href={link.url}
                  aria-label={link.label}
                  {...({ target: '_blank', rel: 'noreferrer' } as object)}
                >
                  {isCredential && mailbox.type === 'GMAIL' ? 'Open Google' : 'Open'}
                </Button>
              )}
            </li>
            <li>
              <i>2</i>
              <Stack $gap={3}>
                <div>
                  <b>{isCredential ? 'Enter it here' : 'Correct what is wrong'}</b>
                  {isOauth && <Hint>It logs in with an OAuth token. A password entered here replaces it.</Hint>}
                </div>
                <SecretLine name="password" label={label} hint="Leave empty to try the stored one again." />
                <Details open={!isCredential}>
                  <summary>User name and servers</summary>
                  <div>
                    <ServerFields />
                  </div>
                </Details>
              </Stack>
              <span />
            </li>
            <li>
              <i>3</i>
              <div>
                <b>Test and resume</b>
                <Hint>
                  Logs in at both servers, sends nothing. Reading continues where it stopped, so no reply is missed.
                </Hint>
              </div>
              <Button
                type="submit"
                size="small"
                variant="primary"
                loading={isTrying}
                {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
              >
                Test and resume
              </Button>
            </li>
          </Steps>
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </form>
      </FormProvider>
    </Card>
  );
}

/** What is wrong, in the server's words, with cause, fix and a way to try again. */
export function ErrorStateTab({ mailbox }: TabProps) {
  const { timeZone } = useUi();
  const now = useCampaignNow(10_000);
  if (mailbox.state !== 'failing') {
    return (
      <TwoColumns>
        <div>
          <Card padded={false}>
            <EmptyState
              icon="check"
              title={mailbox.state === 'suspended' ? 'Suspended, and nothing is wrong' : 'Nothing is wrong'}
              {...(mailbox.checked_at ? { note: `Last login ${fullInstant(mailbox.checked_at, timeZone)}` } : {})}
            >
              When a login fails, you see the server’s reply, the cause and the fix here.
            </EmptyState>
          </Card>
        </div>
        <div>
          <HistoryCard mailbox={mailbox} now={now} />
        </div>
      </TwoColumns>
    );
  }
  const since = mailbox.failing_since
    ? ` since ${shortInstant(mailbox.failing_since, now, timeZone)} ${zoneName(now, timeZone)}`
    : '';
  return (
    <>
      <Callout
        tone="danger"
        title={`${stateOf(mailbox).word}${since}: ${failureTitle(mailbox)}`}
        {...(mailbox.waiting_leads > 0 && mailbox.campaign_count > 0
          ? {
              actions: (
                <Button size="small" href={`/app/email-account/${mailbox.id}/campaigns`}>
                  Move waiting leads
                </Button>
              ),
            }
          : {})}
      >
        {mailbox.waiting_leads > 0
          ? `${counted(mailbox.waiting_leads, 'lead')} in ${counted(mailbox.campaign_count, 'campaign')} ${mailbox.waiting_leads === 1 ? 'waits' : 'wait'}. `
          : ''}
        No email was lost, none was sent twice.
      </Callout>
      <TwoColumns>
        <div>
          <ReconnectCard mailbox={mailbox} />
          <FixCard key={mailbox.id} mailbox={mailbox} />
          <AffectedCard mailbox={mailbox} now={now} />
        </div>
        <div>
          <ServerSaid mailbox={mailbox} now={now} />
          <HistoryCard mailbox={mailbox} now={now} />
        </div>
      </TwoColumns>
    </>
  );
}

import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { PageBody } from '@skein/ui/page-header';
import { runtimeConfig } from '../runtime-config';
import { FactList } from './fact-list';
import { useInstallation } from './installation.hooks';
import { OperatorHeader } from './operator-layout';
import { shortTime } from './short-time';

const keyWords = {
  rest: 'Not being replaced',
  added: 'Being replaced: the new key is added. Continue with npm run operator -- rotate-key seal',
  sealing: 'Being replaced: secrets are sealed with the new key. Continue with npm run operator -- rotate-key',
} as const;

/** /app/operator/installation: how it is set up, and whether it sends. */
export function InstallationPage() {
  const { data, problem } = useInstallation();
  if (!data && !problem) return <PageSkeleton />;
  return (
    <>
      <OperatorHeader page="installation" />
      <PageBody>
        {problem && (
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={problem.onRetry}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        )}
        {data && (
          <>
            {data.sending?.paused && (
              <Callout tone="warning" title="Sending is paused.">
                {data.sending.explanation} Run npm run operator -- confirm-instance on the server when no other copy of
                this installation runs.
              </Callout>
            )}
            {data.system_mail.problem && (
              <Callout tone="danger" title="System emails are not sent.">
                Since {shortTime(data.system_mail.problem.at)}: {data.system_mail.problem.message}
              </Callout>
            )}
            <Card title="Sending">
              <FactList
                facts={[
                  [
                    'State',
                    data.sending === null
                      ? 'Nothing has been sent from here yet'
                      : data.sending.paused
                        ? `Paused since ${data.sending.since ? shortTime(data.sending.since) : 'the first start'}`
                        : 'Not paused',
                  ],
                  ['Mail', data.is_sandbox ? 'Sandbox: reaches no one' : 'Real mail servers'],
                  ['System emails come from', data.system_mail.from || 'Not set'],
                  ['TLS for system emails', data.system_mail.needs_tls ? 'Required' : 'Not required'],
                ]}
              />
            </Card>
            <Card title="Upkeep">
              <FactList
                facts={[
                  ['Backups', data.backup ? `On schedule (${data.backup.schedule}, UTC)` : 'Not scheduled'],
                  ...(data.backup
                    ? ([
                        ['Newest backup', data.backup.newest_at ? shortTime(data.backup.newest_at) : 'None yet'],
                      ] as const)
                    : []),
                  ['Master key', keyWords[data.key_rotation ?? 'rest']],
                ]}
              />
            </Card>
            <Card title="Installation">
              <FactList
                facts={[
                  ['Version', runtimeConfig().version],
                  ['Identity', data.sending ? `${data.sending.identity}, start ${data.sending.starts}` : 'None yet'],
                  ['Workspaces', data.workspaces.toLocaleString('en-US')],
                  ['People', data.people.toLocaleString('en-US')],
                  ['Sign-up (SIGN_UP)', <code key="sign-up">{data.sign_up}</code>],
                  ['Plans (PLANS)', <code key="plans">{data.plans}</code>],
                  ['Contact (OPERATOR_CONTACT)', data.contact ?? 'Not set'],
                ]}
              />
            </Card>
          </>
        )}
      </PageBody>
    </>
  );
}

import { useState } from 'react';
import { productName } from '@skein/mfe/brand';
import type { NoticeSettings } from '@skein/contracts/main/notices.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { Grow, Row, Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { shortInstant } from '@skein/ui/instant';
import { deviceName } from '@skein/mfe/device-name';
import { useNoticeDestinations, usePush, type useNoticeSettings } from './notices.hooks';

type Test = Pick<ReturnType<typeof useNoticeSettings>, 'sendTest' | 'isTesting'>;

/** Browsers that show notifications while no page is open. */
export function PushCard({ settings, sendTest, isTesting }: { settings: NoticeSettings } & Test) {
  const { timeZone } = useUi();
  const { isPossible, allow, isAllowing, remove } = usePush(settings.push.public_key);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Card
      title="Browsers"
      actions={
        <>
          {settings.push.browsers.length > 0 && (
            <Button size="small" variant="ghost" loading={isTesting} onClick={() => void sendTest('push')}>
              Send test
            </Button>
          )}
          <Button
            size="small"
            icon="bell"
            loading={isAllowing}
            onClick={() => void allow().then(setProblem)}
            {...(isPossible ? {} : { disabledReason: 'This browser has no push notifications' })}
          >
            Notify this browser
          </Button>
        </>
      }
    >
      <Stack>
        {problem && (
          <Callout tone="warning" role="alert" title="This browser is not notified.">
            {problem}
          </Callout>
        )}
        {settings.push.browsers.length === 0 && (
          <Hint>Push notifications arrive on this device while no page of {productName()} is open.</Hint>
        )}
        {settings.push.browsers.map((browser) => (
          <Row key={browser.id}>
            <Grow>
              {deviceName(browser.user_agent)}
              <Hint>since {shortInstant(browser.created_at, new Date(), timeZone)}</Hint>
            </Grow>
            <Button
              size="small"
              variant="ghost"
              onClick={() => void remove(browser.id)}
              aria-label={`Stop notifying ${deviceName(browser.user_agent)}`}
            >
              Remove
            </Button>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}

/** A Slack incoming webhook and a webhook of one's own. */
export function DestinationsCard({ settings, sendTest, isTesting }: { settings: NoticeSettings } & Test) {
  const destinations = useNoticeDestinations();
  const [slack, setSlack] = useState('');
  const [hook, setHookUrl] = useState('');
  const [problem, setProblem] = useState<{ slack?: string; hook?: string }>({});
  const [secret, setSecret] = useState<string | null>(null);
  const saveSlack = async () => {
    try {
      await destinations.connectSlack(slack.trim());
      setSlack('');
      setProblem({});
    } catch (error) {
      setProblem({ slack: problemOf(error).message });
    }
  };
  const saveHook = async () => {
    try {
      setSecret(await destinations.setWebhook(hook.trim()));
      setHookUrl('');
      setProblem({});
    } catch (error) {
      setProblem({ hook: problemOf(error).message });
    }
  };
  return (
    <Card title="Slack and webhook">
      <Stack>
        {settings.slack.is_connected ? (
          <Row $wrap>
            <Grow>
              Slack is connected
              <Hint>Incoming webhook {settings.slack.hint}</Hint>
            </Grow>
            <Button size="small" variant="ghost" loading={isTesting} onClick={() => void sendTest('slack')}>
              Send test
            </Button>
            <Button size="small" onClick={() => void destinations.disconnectSlack()}>
              Disconnect Slack
            </Button>
          </Row>
        ) : (
          <Row $wrap style={{ alignItems: 'flex-end' }}>
            <Grow>
              <Field
                label="Slack incoming webhook"
                error={problem.slack ?? null}
                hint={
                  settings.slack.sandbox_url
                    ? `Sandbox: ${settings.slack.sandbox_url}`
                    : 'Create one in Slack for the channel or the direct message you read.'
                }
              >
                <TextInput
                  maxLength={500}
                  autoComplete="off"
                  placeholder="https://hooks.slack.com/services/…"
                  value={slack}
                  onChange={(event) => setSlack(event.target.value)}
                />
              </Field>
            </Grow>
            <Button loading={destinations.isConnecting} onClick={() => void saveSlack()}>
              Connect Slack
            </Button>
          </Row>
        )}
        {settings.webhook.url ? (
          <Row $wrap>
            <Grow style={{ overflowWrap: 'anywhere' }}>
              Webhook is set
              <Hint>{settings.webhook.url}</Hint>
            </Grow>
            <Button size="small" variant="ghost" loading={isTesting} onClick={() => void sendTest('webhook')}>
              Send test
            </Button>
            <Button size="small" onClick={() => void destinations.removeWebhook()}>
              Remove webhook
            </Button>
          </Row>
        ) : (
          <Row $wrap style={{ alignItems: 'flex-end' }}>
            <Grow>
              <Field
                label="Webhook"
                error={problem.hook ?? null}
                hint="Gets each notification as signed JSON (Standard Webhooks)."
              >
                <TextInput
                  maxLength={2000}
                  autoComplete="off"
                  placeholder="https://"
                  value={hook}
                  onChange={(event) => setHookUrl(event.target.value)}
                />
              </Field>
            </Grow>
            <Button loading={destinations.isSetting} onClick={() => void saveHook()}>
              Set webhook
            </Button>
          </Row>
        )}
      </Stack>
      {secret && (
        <Dialog
          open
          onOpenChange={() => setSecret(null)}
          title="Signing secret"
          description="Copy it now: it isn’t shown again."
          footer={
            <Button variant="primary" onClick={() => setSecret(null)}>
              Done
            </Button>
          }
        >
          <CodeBlock label="Signing secret" wrap code={secret} />
        </Dialog>
      )}
    </Card>
  );
}

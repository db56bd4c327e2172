import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import type { PlacementAuthentication, PlacementMessage } from '@skein/contracts/smart-delivery/placement-shapes';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { Card, CardList } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant } from '@skein/ui/instant';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Tabs } from '@skein/ui/tabs';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { LoadProblem } from '@skein/ui/load-problem';
import { Simulated } from '../parts';
import { base, useLists, useMessage } from '../placement.hooks';
import { resultTone } from './result-tone';
import { resultWord } from './step-labels';

/** One mail as it arrived: its headers, or the servers it passed. */
export function MessagePage({ view }: { view: 'headers' | 'ipDetails' }) {
  const { testId, replyId } = useParams();
  const [id, mailId] = [Number(testId), Number(replyId)];
  return Number.isInteger(id) && id > 0 && Number.isInteger(mailId) && mailId > 0 ? (
    <Message id={id} mailId={mailId} view={view} />
  ) : (
    <NotFoundPage />
  );
}

function Message({ id, mailId, view }: { id: number; mailId: number; view: 'headers' | 'ipDetails' }) {
  const { message, problem, isUnknown } = useMessage(id, mailId);
  const lists = useLists();
  const { timeZone } = useUi();
  usePage([
    { label: 'SmartDelivery', to: lists },
    { label: 'Emails', to: `/app${base}/${id}/test/list` },
    { label: message?.seed ?? 'Email' },
  ]);
  if (!message && isUnknown)
    return <NotFoundPage what="The email belongs to no test of yours, or its test was deleted." />;
  return (
    <>
      <PageHeader
        title={message?.seed ?? 'Email'}
        status={<Simulated />}
        detail={message ? detailOf(message) : undefined}
        tabs={
          <Tabs
            label="Email"
            line={false}
            value={view}
            items={[
              { id: 'headers', label: 'Headers', href: 'headers' },
              { id: 'ipDetails', label: 'Route', href: 'ipDetails' },
            ].map((item) => ({
              ...item,
              href: `${location.pathname.slice(0, location.pathname.lastIndexOf('/'))}/${item.href}`,
            }))}
          />
        }
      />
      <PageBody $well>
        {problem && <LoadProblem title="Could not load the email" {...problem} />}
        {!message && !problem && (
          <Loading label="Loading the email">
            <SkeletonRows rows={6} />
          </Loading>
        )}
        {message && message.headers === null && (
          <EmptyState title={message.landed === null || message.landed === 'MISSING' ? 'Not found yet' : 'Not kept'}>
            {message.failure_text ??
              (message.landed === null || message.landed === 'MISSING'
                ? 'Headers appear once the email is found in the seed mailbox.'
                : 'The email was deleted. Where it was placed stays.')}
          </EmptyState>
        )}
        {message?.headers && view === 'headers' && (
          <Stack $gap={4}>
            {message.authentication && <Results authentication={message.authentication} />}
            <CodeBlock label="Headers" code={message.headers} wrap />
            {message.body && <CodeBlock label="Body" code={message.body} wrap />}
          </Stack>
        )}
        {message?.headers && view === 'ipDetails' && (
          <Card title="Route" padded={false}>
            <CardList>
              {message.hops.map((hop, index) => (
                <li key={index}>
                  <Stack $gap={1}>
                    <span>{`${hop.from || 'Unknown'} to ${hop.by || 'unknown'}`}</span>
                    <SubLine style={{ whiteSpace: 'normal' }}>
                      {[
                        hop.ip ?? 'No IP recorded',
                        hop.at ? fullInstant(hop.at, timeZone) : null,
                        hop.seconds === null ? null : `${hop.seconds} s after the server before`,
                        hop.isEncrypted ? 'encrypted' : 'not encrypted',
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </SubLine>
                  </Stack>
                </li>
              ))}
            </CardList>
          </Card>
        )}
      </PageBody>
    </>
  );
}

const places = { INBOX: 'In the inbox', TAB: 'In a tab', SPAM: 'In spam', MISSING: 'Missing' } as const;
/** Where it lies, and whose it is. */
const detailOf = ({ landed, provider, region, sender }: PlacementMessage): string =>
  `${landed === null ? 'On its way' : places[landed]}, ${provider}, ${region}. From ${sender}`;

/** What was found out about the sender of one message. */
const Results = ({ authentication: { spf, dkim, dmarc, ip } }: { authentication: PlacementAuthentication }) => (
  <Card title="Authentication" detail={ip ?? undefined}>
    <Stack $gap={2}>
      {[
        ['SPF', spf.result, spf.text],
        [
          'DKIM',
          dkim.some(({ result }) => result === 'pass') ? 'pass' : (dkim[0]?.result ?? 'none'),
          dkim[0]?.text ?? '',
        ],
        ['DMARC', dmarc.result, dmarc.text],
      ].map(([name, result = '', text]) => (
        <div key={name}>
          <Badge tone={resultTone(result)}>{`${name}: ${resultWord(result)}`}</Badge>
          {text !== '' && <SubLine style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{text}</SubLine>}
        </div>
      ))}
    </Stack>
  </Card>
);

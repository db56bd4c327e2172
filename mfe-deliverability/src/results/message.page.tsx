import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Card, CardList } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Tabs } from '@skein/ui/tabs';
import { SubLine } from '@skein/ui/text';
import { Problem, Simulated } from '../parts';
import { base, useMessage } from '../placement.hooks';

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
  const { message, problem } = useMessage(id, mailId);
  usePage([
    { label: 'SmartDelivery', to: `/app${base}/auto/all-tests` },
    { label: 'Test', to: `/app${base}/${id}/test/action-steps` },
    { label: message?.seed ?? 'Email' },
  ]);
  return (
    <>
      <PageHeader
        title={message?.seed ?? 'Email'}
        detail={message ? `From ${message.sender}` : undefined}
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
        <Simulated />
        {problem && <Problem title="Could not load the email" problem={problem} />}
        {!message && !problem && (
          <Loading label="Loading the email">
            <SkeletonRows rows={6} />
          </Loading>
        )}
        {message && message.headers === null && (
          <EmptyState title="Not found yet">
            {message.failure_text ?? 'Headers appear once the email is found in the seed mailbox.'}
          </EmptyState>
        )}
        {message?.headers && view === 'headers' && <CodeBlock label="Headers" code={message.headers} wrap />}
        {message?.headers && view === 'ipDetails' && (
          <Card title="Route" padded={false}>
            <CardList>
              {message.hops.map((hop, index) => (
                <li key={index}>
                  <Stack $gap={1}>
                    <span>{`${hop.from || 'Unknown'} to ${hop.by || 'unknown'}`}</span>
                    <SubLine>{`${hop.ip ?? 'No IP recorded'}${hop.at ? `, ${hop.at}` : ''}`}</SubLine>
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

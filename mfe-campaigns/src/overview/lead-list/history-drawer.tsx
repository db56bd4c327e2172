import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { Divider, Row, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { MailFrame } from '@skein/ui/mail-frame';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Heading, Text } from '@skein/ui/text';
import { Timeline, type TimelineItem } from '@skein/ui/timeline';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { InstantText } from '@skein/ui/instant-text';
import { useUi } from '@skein/ui/ui-provider';
import { nameOf } from './lead-columns';
import { useLeadMessages, useLeadSteps } from './lead-list.hooks';

const stepLooks: Record<string, Pick<TimelineItem, 'glyph' | 'tone'> & { word: string }> = {
  SENT: { glyph: 'done', tone: 'success', word: 'Sent' },
  WAITING: { glyph: 'new', word: 'Waits' },
  DRAFTED: { glyph: 'wait', word: 'Reserved' },
  SKIPPED: { glyph: 'stopped', word: 'Skipped' },
  STOPPED: { glyph: 'stopped', word: 'Stopped' },
  FAILED: { glyph: 'bad', tone: 'danger', word: 'Failed' },
};

/** What was sent to a lead and what came back: the sequence step by step, then the e-mails themselves. */
export function HistoryDrawer({
  campaign,
  row,
  onClose,
}: {
  campaign: CampaignView;
  row: CampaignLeadRow | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      open={row !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={row ? `Messages with ${nameOf(row) || row.lead.email}` : 'Messages'}
      width={640}
    >
      {row && (
        <Stack $gap={5}>
          <Steps campaign={campaign} row={row} />
          <Divider />
          <Messages row={row} />
        </Stack>
      )}
    </Drawer>
  );
}

function Steps({ campaign, row }: { campaign: CampaignView; row: CampaignLeadRow }) {
  const { data, problem } = useLeadSteps(campaign.id, row.enrolment_id);
  const { timeZone: zone } = useUi();
  const time = useCampaignTime();
  if (problem) return <LoadProblem title="The steps could not be loaded." {...problem} />;
  if (!data) return <Loading label="Reading the steps" />;
  const now = time.now();
  return (
    <Stack as="section" $gap={3}>
      <Heading as="h3" $size={3}>
        Sequence
      </Heading>
      <Timeline
        label="Steps of the sequence"
        items={data.steps.map((step) => {
          const look = stepLooks[step.status] ?? { glyph: 'new' as const, word: step.status };
          const at = step.sent_at ?? step.send_at;
          return {
            id: String(step.step_id),
            glyph: look.glyph,
            ...(look.tone ? { tone: look.tone } : {}),
            title: `Step ${step.seq_number} ${step.variant_label ?? ''}`.trim(),
            detail: [
              step.is_in_doubt ? 'Treated as sent: the server did not confirm it' : look.word,
              step.subject,
              step.open_count > 0 && counted(step.open_count, 'open'),
              step.click_count > 0 && counted(step.click_count, 'click'),
              step.failure_text,
            ]
              .filter(Boolean)
              .join(', '),
            time: at ? <InstantText at={at} now={now} timeZone={zone} /> : '',
          };
        })}
      />
    </Stack>
  );
}

function Messages({ row }: { row: CampaignLeadRow }) {
  const access = useAccess();
  const mayRead = access.may('inbox.read');
  const { data, problem } = useLeadMessages(row.enrolment_id, mayRead);
  const { timeZone: zone } = useUi();
  if (!mayRead) return <Text $tone="muted">Your role can’t read messages.</Text>;
  if (problem) return <LoadProblem title="The messages could not be loaded." {...problem} />;
  if (!data) return <Loading label="Reading the messages" />;
  if (data.messages.length === 0)
    return (
      <EmptyState level={3} icon="mail" title="No messages yet">
        No emails to or from this lead yet.
      </EmptyState>
    );
  return (
    <Stack as="section" $gap={3}>
      <Row $justify="between">
        <Heading as="h3" $size={3}>
          {counted(data.messages.length, 'message')}
        </Heading>
        <Button size="small" icon="inbox" href={`/app/master-inbox/all/${row.enrolment_id}`}>
          Open in the inbox
        </Button>
      </Row>
      <Stack $gap={4}>
        {data.messages.map((message) => (
          <Stack as="article" key={message.id} $gap={1}>
            <Row $justify="between" $wrap>
              <Text $weight="medium">
                {message.direction === 'in' ? (message.from.name ?? message.from.email) : 'You'}
                {message.seq_number !== null &&
                  message.direction === 'out' &&
                  `, step ${message.seq_number} ${message.variant_label ?? ''}`}{' '}
                {message.is_automatic && <Badge tone="neutral">Automatic</Badge>}
              </Text>
              <Text $tone="muted" $size={2}>
                {fullInstant(message.at, zone)}
              </Text>
            </Row>
            <SubLine>{message.subject}</SubLine>
            <MailFrame html={message.html} title={`Email from ${message.from.email}`} />
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}

import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Link } from '@skein/ui/link';
import { Stack } from '@skein/ui/layout';
import { Stat, Stats } from '@skein/ui/stat';
import { SubLine } from '@skein/ui/text';

const areas: Record<string, string> = {
  words: 'Words',
  html: 'HTML',
  personalisation: 'Personalization',
  unsubscribe: 'Unsubscribe',
  links: 'Links',
};

/** What the email consists of, and what of it costs placement. */
export function ContentView({ report }: { report: PlacementReport }) {
  const { content } = report;
  const listsOf = (url: string) => {
    const host = URL.canParse(url) ? new URL(url).hostname : '';
    const found = report.domain_lists.filter(({ domain }) => host === domain || host.endsWith(`.${domain}`));
    const listed = found.flatMap(({ lists }) => lists).filter(({ state }) => state === 'LISTED');
    return [...new Set(listed.map(({ list }) => list))];
  };
  return (
    <>
      <Stats>
        <Stat label="Words" value={content.words} />
        <Stat label="Size" value={`${Math.max(1, Math.round(content.size / 1_000))} KB`} />
        <Stat label="Text in HTML" value={content.text_share === null ? '–' : `${content.text_share}%`} />
        <Stat label="Images" value={content.images} />
        <Stat label="Subject length" value={content.subject_length} />
        <Stat label="Unsubscribe" value={content.is_unsubscribe_offered ? 'Offered' : 'Missing'} />
      </Stats>
      {report.variants.map(({ label, subject, body_text: text }) => (
        <Card key={label} title={`Variant ${label}: ${subject}`}>
          <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>{text}</p>
        </Card>
      ))}
      {report.variants.length === 0 && <OneText report={report} />}
      <Card title="Issues" detail={content.findings.length}>
        <Stack $gap={2}>
          {content.findings.length === 0 && <span>No issues found.</span>}
          {content.findings.map(({ area, reason, text, variant }) => (
            <div key={`${area} ${reason} ${text} ${variant ?? ''}`}>
              <b>
                {areas[area] ?? area}
                {variant !== null && `, variant ${variant}`}
              </b>
              : {reason}
              {text !== '' && <SubLine style={{ whiteSpace: 'normal' }}>{text}</SubLine>}
            </div>
          ))}
        </Stack>
      </Card>
      <Card title="Links" detail={content.links.length} padded={false}>
        <DataTable
          label="Links"
          gutter={16}
          rows={content.links}
          rowId={({ url }) => url}
          rowLabel={({ url }) => url}
          empty={<EmptyState title="No links">The email has no links.</EmptyState>}
          columns={[
            { id: 'url', label: 'Link', fixed: true, minWidth: 220, cell: ({ url }) => url },
            {
              id: 'state',
              label: 'Result',
              width: 130,
              phone: 'status',
              cell: ({ text, is_dead: isDead, is_redirect: isRedirect, is_personal: isPersonal }) => (
                <Badge
                  tone={
                    text === null || isPersonal ? 'neutral' : isDead ? 'danger' : isRedirect ? 'warning' : 'success'
                  }
                >
                  {text === null || isPersonal ? 'Not opened' : isDead ? 'Dead' : isRedirect ? 'Redirects' : 'Works'}
                </Badge>
              ),
            },
            { id: 'text', label: 'Detail', width: 260, cell: ({ text }) => text ?? '–' },
            {
              id: 'lists',
              label: 'Block lists',
              width: 180,
              cell: ({ url }) => {
                const lists = listsOf(url);
                return lists.length === 0 ? 'None' : <Badge tone="danger">{lists.join(', ')}</Badge>;
              },
            },
          ]}
        />
      </Card>
    </>
  );
}

/** The email of a test that has one text. */
function OneText({ report }: { report: PlacementReport }) {
  return (
    <Card title={report.subject}>
      {report.source && (
        <SubLine style={{ whiteSpace: 'normal' }}>
          Step {report.source.step}, variant {report.source.variant} of{' '}
          <Link href={`/app/email-campaign/${report.source.campaign_id}/overview`}>{report.source.campaign_name}</Link>
        </SubLine>
      )}
      <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>{report.body_text}</p>
    </Card>
  );
}

import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import type { DataTableColumn } from '@skein/ui/data-table';
import { Badge } from '@skein/ui/badge';
import { BareLink, Link } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { providerNames } from '../provider-names';
import { ResultStatus } from '../verification/result-status';
import type { LeadRow } from './all-leads.hooks';

const outside = (address: string | null) =>
  address ? (
    <Link
      href={/^https?:\/\//i.test(address) ? address : `https://${address}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {address.replace(/^https?:\/\/(www\.)?/i, '')}
    </Link>
  ) : (
    '–'
  );

/** The columns of docs/domain.md, and tags. */
export function leadsColumns(now: Date, timeZone: string): DataTableColumn<LeadRow>[] {
  return [
    {
      id: 'email',
      label: 'Email',
      fixed: true,
      sortable: true,
      firstSort: 'asc',
      flexible: true,
      minWidth: 220,
      cell: (row) => (
        <>
          <BareLink href={`/app/lead/${row.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>
            {row.email}
          </BareLink>
          {(row.is_unsubscribed || row.is_bounced || row.verification === 'INVALID') && (
            <SubLine>
              {row.is_unsubscribed && <Badge tone="neutral">Unsubscribed</Badge>}{' '}
              {row.is_bounced && <Badge tone="danger">Bounced</Badge>}{' '}
              {row.verification === 'INVALID' && <Badge tone="danger">Invalid</Badge>}
            </SubLine>
          )}
        </>
      ),
    },
    {
      id: 'first_name',
      label: 'First name',
      width: 104,
      cell: (row) => row.first_name ?? '–',
      phoneCell: (row) =>
        [[row.first_name, row.last_name].filter(Boolean).join(' '), row.company_name].filter(Boolean).join(', ') ||
        'No name',
    },
    { id: 'last_name', label: 'Last name', width: 104, phone: 'hidden', cell: (row) => row.last_name ?? '–' },
    { id: 'provider', label: 'Lead ESP', width: 84, phone: 'hidden', cell: (row) => providerNames[row.provider] },
    {
      id: 'campaigns',
      label: 'Campaigns',
      width: 184,
      cell: (row) =>
        row.campaign_count === 0 ? (
          '–'
        ) : (
          <>
            {row.campaigns.slice(0, 1).map((campaign) => (
              <BareLink
                key={campaign.id}
                href={`/app/email-campaign/${campaign.id}/overview/lead-list?search=${encodeURIComponent(row.email)}`}
              >
                {campaign.name}
              </BareLink>
            ))}
            {row.campaign_count > 1 && ` and ${row.campaign_count - 1} more`}
            <SubLine>{row.campaigns[0] && leadStateLabels[row.campaigns[0].lead_status]}</SubLine>
          </>
        ),
    },
    { id: 'phone', label: 'Phone number', width: 136, phone: 'hidden', cell: (row) => row.phone_number ?? '–' },
    { id: 'company_name', label: 'Company name', width: 150, phone: 'hidden', cell: (row) => row.company_name ?? '–' },
    {
      id: 'company_url',
      label: 'Company URL',
      width: 150,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => outside(row.company_url ?? row.website),
    },
    {
      id: 'linkedin',
      label: 'LinkedIn profile',
      width: 150,
      hiddenByDefault: true,
      phone: 'hidden',
      cell: (row) => outside(row.linkedin_profile),
    },
    {
      id: 'verification',
      label: 'Verified',
      width: 110,
      phone: 'hidden',
      hiddenByDefault: true,
      cell: (row) => <ResultStatus result={row.verification}>–</ResultStatus>,
    },
    {
      id: 'tags',
      label: 'Tags',
      width: 140,
      phone: 'hidden',
      hiddenByDefault: true,
      cell: (row) => (row.tags.length === 0 ? '–' : row.tags.map((tag) => tag.name).join(', ')),
    },
    {
      id: 'created_at',
      label: 'Created',
      width: 120,
      sortable: true,
      firstSort: 'desc',
      phone: 'hidden',
      cell: (row) => (
        <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, now, timeZone)}</span>
      ),
    },
  ];
}

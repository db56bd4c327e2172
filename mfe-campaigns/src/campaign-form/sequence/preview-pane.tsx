import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import type { PreviewView } from '@skein/contracts/main/sequences.contract';
import { useAppDispatch } from '@skein/mfe/store';
import { problemOf, type Problem } from '@skein/mfe/problem';
import { Avatar } from '@skein/ui/avatar';
import { Callout } from '@skein/ui/callout';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { formatBytes } from '@skein/ui/file-drop';
import { Hint } from '@skein/ui/field';
import { Glyph } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { MailFrame } from '@skein/ui/mail-frame';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant } from '@skein/ui/instant';
import { campaignFormApi } from '../api';

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto auto;
  & > :nth-child(5) {
    grid-column: 1 / -1;
    display: flex;
    justify-content: space-between;
    gap: var(--s-2);
  }
  gap: 4px;
  align-items: center;
`;

const Mail = styled.article<{ $phone: boolean }>`
  width: ${({ $phone }) => ($phone ? '320px' : '100%')};
  max-width: 100%;
  margin: var(--s-3) auto 0;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  overflow: hidden;
  & > header {
    padding: var(--s-4);
    border-bottom: 1px solid var(--border);
  }
  & > header > h2 {
    font-size: var(--fs-4);
    line-height: var(--lh-4);
    font-weight: var(--w-bold);
    overflow-wrap: anywhere;
  }
  & > header > div {
    display: flex;
    gap: var(--s-3);
    margin-top: var(--s-2);
    min-width: 0;
  }
  & > header > div > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > pre {
    padding: var(--s-4);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font: inherit;
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px var(--s-4);
  margin-top: var(--s-3);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  dt {
    color: var(--muted);
  }
  dd {
    margin: 0;
    text-align: right;
    overflow-wrap: anywhere;
  }
`;

/** The lead that is previewed, and its place among the campaign's leads. */
export interface PreviewLead {
  id: number;
  name: string;
  company: string | null;
  email: string;
}

interface PreviewPaneProps {
  campaignId: number;
  preview: PreviewView | undefined;
  problem: unknown;
  isStale: boolean;
  /** Whether what is shown is what the server keeps. */
  isSaved: boolean;
  lead: PreviewLead | null;
  at: number | null;
  total: number;
  onLead: (lead: PreviewLead | null) => void;
  onStep: (by: 1 | -1) => void;
  width: 'desktop' | 'phone';
  onWidth: (width: 'desktop' | 'phone') => void;
}

const optionOf = (lead: PreviewLead): ComboboxOption => ({
  value: String(lead.id),
  label: lead.name || lead.email,
  detail: [lead.company, lead.email].filter(Boolean).join(' · '),
});

/** Height in px that a mail of this text needs, since the frame cannot tell: lines of about so many letters, 22 px each, and its pictures. */
export function frameHeight(text: string, letters: number, pictures = 0): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return Math.min(640, Math.max(96, lines * 22 + pictures * 140 + 48));
}

/** One step as one lead gets it, rendered by the server with the sender's own function. */
export function PreviewPane({
  campaignId,
  preview,
  problem,
  isStale,
  isSaved,
  lead,
  at,
  total,
  onLead,
  onStep,
  width,
  onWidth,
}: PreviewPaneProps) {
  const dispatch = useAppDispatch();
  const { timeZone } = useUi();
  const [colors, setColors] = useState<'light' | 'dark'>('light');
  const failure: Problem | null = problem ? problemOf(problem) : null;
  // Found leads are remembered, so that choosing one needs no second request.
  const found = useMemo(() => new Map<string, PreviewLead>(), []);
  const search = useMemo(
    () =>
      async (text: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
        const request = dispatch(
          campaignFormApi.endpoints.formLeads.initiate(
            {
              params: { campaignId },
              query: { limit: 15, ...(text.trim().length >= 3 ? { search: text.trim() } : {}) },
            },
            { subscribe: false },
          ),
        );
        signal.addEventListener('abort', () => request.abort());
        const { rows } = await request.unwrap();
        return rows.map((row) => {
          const entry = {
            id: row.lead.id,
            name: [row.lead.first_name, row.lead.last_name].filter(Boolean).join(' '),
            company: row.lead.company_name,
            email: row.lead.email,
          };
          found.set(String(entry.id), entry);
          return optionOf(entry);
        });
      },
    [dispatch, campaignId, found],
  );
  return (
    <section aria-label="Preview">
      <Head>
        <Combobox
          aria-label="Lead"
          size="small"
          options={search}
          value={lead ? optionOf(lead) : null}
          placeholder={total === 0 ? 'No leads yet' : 'First lead'}
          searchPlaceholder="Search from 3 letters on"
          onValueChange={(option) => onLead(option ? (found.get(option.value) ?? null) : null)}
        />
        <IconButton
          icon="chevron-left"
          label="Lead before"
          disabled={total === 0 || at === 0}
          onClick={() => onStep(-1)}
        />
        <Hint as="span" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {total === 0
            ? '0'
            : `${at === null ? '–' : (at + 1).toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`}
        </Hint>
        <IconButton
          icon="chevron-right"
          label="Next lead"
          disabled={total === 0 || (at !== null && at >= total - 1)}
          onClick={() => onStep(1)}
        />
        <div>
          <Segmented
            label="Width"
            value={width}
            onValueChange={onWidth}
            items={[
              { id: 'desktop', label: 'Desktop', icon: 'desktop', iconOnly: true },
              { id: 'phone', label: 'Phone', icon: 'phone', iconOnly: true },
            ]}
          />
          <Segmented
            label="Colors"
            value={colors}
            onValueChange={setColors}
            items={[
              { id: 'light', label: 'Light' },
              { id: 'dark', label: 'Dark' },
            ]}
          />
        </div>
      </Head>
      {failure && (
        <div style={{ marginTop: 12 }}>
          <Callout tone="warning" role="alert" title="No preview.">
            {failure.message}
          </Callout>
        </div>
      )}
      {!preview && !failure && (
        <div style={{ marginTop: 16 }}>
          <Loading label="Rendering the preview" />
        </div>
      )}
      {preview && !failure && (
        <div aria-busy={isStale}>
          <Mail $phone={width === 'phone'}>
            <header>
              <h2>{preview.subject || 'No subject'}</h2>
              <div>
                <Avatar name={preview.mailbox?.from_name ?? 'Sender'} />
                <div>
                  <b style={{ fontWeight: 'var(--w-medium)' }}>{preview.mailbox?.from_name ?? 'Sender'}</b>{' '}
                  <Hint as="span">{preview.mailbox?.from_email ?? 'no mailbox chosen yet'}</Hint>
                  <Hint>to {preview.lead?.email ?? 'an example lead'}</Hint>
                </div>
              </div>
            </header>
            {preview.html === '' ? (
              <pre>{preview.text}</pre>
            ) : (
              <div style={{ padding: 'var(--s-2)' }}>
                <MailFrame
                  html={preview.html}
                  imagesAllowed
                  dark={colors === 'dark'}
                  title="Preview of the mail"
                  height={frameHeight(
                    preview.text,
                    width === 'phone' ? 38 : 42,
                    (preview.html.match(/<img\b/gi) ?? []).length,
                  )}
                />
              </div>
            )}
          </Mail>
          {preview.missing.length > 0 && (
            <div style={{ marginTop: 12 }}>
              <Callout tone="danger" title="This lead would not be mailed.">
                {preview.missing.map((value) => value.name).join(', ')} {preview.missing.length === 1 ? 'is' : 'are'}{' '}
                empty for this lead, and nothing stands in.
              </Callout>
            </div>
          )}
          <Facts>
            <dt>Variant</dt>
            <dd>
              {preview.variant_label}, {isSaved ? 'as it is saved' : 'not saved yet'}
            </dd>
            {preview.spin_variations > 1 && (
              <>
                <dt>Spintax</dt>
                <dd>one of {preview.spin_variations.toLocaleString('en-US')} texts, kept for this lead</dd>
              </>
            )}
            <dt>Mailbox</dt>
            <dd>{preview.mailbox?.from_email ?? '–'}</dd>
            {preview.earliest_send_at && (
              <>
                <dt>Earliest send</dt>
                <dd>{fullInstant(preview.earliest_send_at, timeZone)}</dd>
              </>
            )}
            {preview.attachments.length > 0 && (
              <>
                <dt>Attached</dt>
                <dd>{preview.attachments.map((file) => `${file.name} (${formatBytes(file.size)})`).join(', ')}</dd>
              </>
            )}
            {colors === 'dark' && (
              <>
                <dt>Colors</dt>
                <dd>as a client shows them that turns light mails dark</dd>
              </>
            )}
            <dt>Size</dt>
            <dd>
              {preview.bytes.toLocaleString('en-US')} bytes,{' '}
              {preview.html === '' ? 'plain text' : 'HTML and plain text'}
            </dd>
          </Facts>
          {preview.bytes > 0 &&
            preview.missing.length === 0 &&
            !preview.problems.some((problem) => problem.is_blocking) &&
            !isStale && (
              <p style={{ display: 'flex', gap: 6, alignItems: 'center', marginTop: 12, fontSize: 'var(--fs-2)' }}>
                <Glyph name="done" style={{ color: 'var(--success)' }} />
                This is what is sent, byte for byte.
              </p>
            )}
        </div>
      )}
    </section>
  );
}

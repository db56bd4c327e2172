import { useCallback, useMemo, useState } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import type { ComboboxOption } from '@skein/ui/combobox';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import { campaignFormApi, useFormLeadsQuery, useFormPreviewQuery } from '../api';
import { useRested } from '../use-rested';

const pageSize = 50;

/** Walks through the campaign's leads page by page and renders one step for the lead it stands at. */
export function usePreview(
  campaignId: number,
  asked: { seqNumber: number; label: string; subject: string; body: string } | null,
) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [place, setPlace] = useState(0);
  const [chosen, setChosen] = useState<PreviewLead | null>(null);
  const cursor = cursors.at(-1);
  const { currentData: page, data: latest } = useFormLeadsQuery({
    params: { campaignId },
    query: { limit: pageSize, ...(cursor ? { cursor } : {}) },
  });
  const row = page?.rows[Math.min(place, Math.max(0, page.rows.length - 1))];
  const walked = row ? previewLead(row) : null;
  const lead = chosen ?? walked;
  const at = chosen ? null : cursors.length * pageSize + place;
  const step = (by: 1 | -1) => {
    if (chosen) {
      setChosen(null);
      return;
    }
    const size = page?.rows.length ?? 0;
    if (by === 1 && place + 1 < size) setPlace(place + 1);
    else if (by === 1 && page?.next_cursor) {
      setCursors([...cursors, page.next_cursor]);
      setPlace(0);
    } else if (by === -1 && place > 0) setPlace(place - 1);
    else if (by === -1 && cursors.length > 0) {
      setCursors(cursors.slice(0, -1));
      setPlace(pageSize - 1);
    }
  };

  const key = JSON.stringify(asked);
  const rested = useRested(key, 350);
  const leadId = lead?.id;
  const body = useMemo(() => {
    const text = JSON.parse(rested) as typeof asked;
    return (
      text && {
        seq_number: text.seqNumber,
        variant_label: text.label,
        ...(leadId === undefined ? {} : { lead_id: leadId }),
        draft: { subject: text.subject, email_body: text.body },
      }
    );
  }, [rested, leadId]);
  const { data, error, isFetching } = useFormPreviewQuery(
    { params: { campaignId }, body: body ?? { seq_number: 1 } },
    { skip: body === null },
  );
  return {
    preview: data,
    problem: error,
    isStale: isFetching || rested !== key,
    lead,
    at,
    total: latest?.total ?? 0,
    choose: setChosen,
    step,
  };
}

/** The lead that is previewed, and its place among the campaign's leads. */
export interface PreviewLead {
  id: number;
  name: string;
  company: string | null;
  email: string;
}

/** A lead as a choice. */
export const leadOption = (lead: PreviewLead): ComboboxOption => ({
  value: String(lead.id),
  label: lead.name || lead.email,
  detail: [lead.company, lead.email].filter(Boolean).join(' · '),
});

const previewLead = ({ lead }: CampaignLeadRow): PreviewLead => ({
  id: lead.id,
  name: [lead.first_name, lead.last_name].filter(Boolean).join(' '),
  company: lead.company_name,
  email: lead.email,
});

/** Looks for leads of the campaign. Found ones are remembered, so that choosing one needs no second request. */
export function useLeadSearch(campaignId: number) {
  const dispatch = useAppDispatch();
  const found = useMemo(() => new Map<string, PreviewLead>(), []);
  const search = useCallback(
    async (text: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
      const words = text.trim();
      const query = { limit: 15, ...(words.length >= 3 ? { search: words } : {}) };
      const request = dispatch(
        campaignFormApi.endpoints.formLeads.initiate({ params: { campaignId }, query }, { subscribe: false }),
      );
      signal.addEventListener('abort', () => request.abort());
      const { rows } = await request.unwrap();
      return rows.map((row) => {
        const lead = previewLead(row);
        found.set(String(lead.id), lead);
        return leadOption(lead);
      });
    },
    [dispatch, campaignId, found],
  );
  return { search, leadOf: (value: string) => found.get(value) ?? null };
}

export type Previewing = ReturnType<typeof usePreview>;

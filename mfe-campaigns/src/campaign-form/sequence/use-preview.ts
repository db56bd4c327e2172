import { useEffect, useMemo, useState } from 'react';
import { useFormLeadsQuery, useFormPreviewQuery } from '../api';
import type { PreviewLead } from './preview-pane';

const pageSize = 50;

/** A value that follows after a rest, so that each letter is no request. */
export function useRested<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}

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
  const walked: PreviewLead | null = row
    ? {
        id: row.lead.id,
        name: [row.lead.first_name, row.lead.last_name].filter(Boolean).join(' '),
        company: row.lead.company_name,
        email: row.lead.email,
      }
    : null;
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

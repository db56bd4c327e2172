import { useMemo } from 'react';
import type { SpamView } from '@skein/contracts/main/sequence-views';
import { useFormSpamCheckQuery } from '../api';
import { useRested } from '../use-rested';

/** A filter judges for a tenth of a second: it is asked once somebody pauses, in milliseconds. */
const pause = 1500;

/** What SpamAssassin says of the text as it stands; undefined where none is set up, and until it has answered. */
export function useSpamCheck(
  campaignId: number,
  asked: { seqNumber: number; label: string; subject: string; body: string; leadId: number | undefined } | null,
): SpamView | undefined {
  const rested = useRested(JSON.stringify(asked), pause);
  const body = useMemo(() => {
    const text = JSON.parse(rested) as typeof asked;
    return text && text.body !== ''
      ? {
          seq_number: text.seqNumber,
          variant_label: text.label,
          ...(text.leadId === undefined ? {} : { lead_id: text.leadId }),
          draft: { subject: text.subject, email_body: text.body },
        }
      : null;
  }, [rested]);
  const { data, currentData } = useFormSpamCheckQuery(
    { params: { campaignId }, body: body ?? { seq_number: 1 } },
    { skip: body === null },
  );
  return asked === null || data?.checker === null ? undefined : currentData;
}

import { useState } from 'react';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { timeOfDay } from '@skein/ui/instant';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { styled } from 'styled-components';
import { useInboxColleagueDraftQuery } from '../api';
import type { Colleague } from './use-presence';

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  flex: none;
  margin: 0 var(--s-4) var(--s-2);
  padding: var(--s-2) var(--s-3);
  border-radius: var(--r-2);
  background: var(--surface-2);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  &[data-writing] {
    background: var(--warning-soft);
  }
  & > span {
    flex: 1;
    min-width: 0;
  }
`;

const names = (people: readonly Colleague[]) => people.map((person) => person.name).join(' and ');

/** Colleagues in the same conversation. Who writes can be read; the server asks before a second answer leaves. */
export function ColleagueBar({
  enrolmentId,
  others,
  timeZone,
}: {
  enrolmentId: number;
  others: readonly Colleague[];
  timeZone: string;
}) {
  const [reading, setReading] = useState<Colleague | null>(null);
  const writers = others.filter((other) => other.doing === 'WRITING');
  const [first] = writers;
  if (others.length === 0) return null;
  return (
    <Bar role="status" {...(first ? { 'data-writing': '' } : {})}>
      <Avatar name={(first ?? others[0])?.name ?? ''} />
      <span>
        {first
          ? `${names(writers)} ${writers.length === 1 ? 'is' : 'are'} writing a reply since ${timeOfDay(first.since, timeZone)}. We’ll ask before you send.`
          : `${names(others)} ${others.length === 1 ? 'is' : 'are'} reading this too.`}
      </span>
      {first && (
        <Button size="small" onClick={() => setReading(first)}>
          View draft
        </Button>
      )}
      {reading && <DraftDialog enrolmentId={enrolmentId} colleague={reading} onClose={() => setReading(null)} />}
    </Bar>
  );
}

const wordsOf = (html: string): string => {
  const body = new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/p>/gi, '\n'), 'text/html').body;
  return (body.textContent ?? '').trim();
};

function DraftDialog({
  enrolmentId,
  colleague,
  onClose,
}: {
  enrolmentId: number;
  colleague: Colleague;
  onClose: () => void;
}) {
  const { data, error } = useInboxColleagueDraftQuery(
    { params: { enrolmentId, colleagueId: colleague.user_id } },
    { refetchOnMountOrArgChange: true, pollingInterval: 4_000 },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Draft by ${colleague.name}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!data && !error && <Loading label="Loading the draft" />}
      {error && !data && <Text $tone="muted">Nothing is saved yet.</Text>}
      {data && (
        <Text as="p" style={{ whiteSpace: 'pre-wrap' }}>
          {wordsOf(data.html) || 'Nothing is written yet.'}
        </Text>
      )}
    </Dialog>
  );
}

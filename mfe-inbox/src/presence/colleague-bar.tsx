import { useState } from 'react';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { timeOfDay } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { Later } from '../thread/later';
import type { Colleague } from './use-presence';

const DraftDialog = lazyPage(() => import('./draft-dialog').then((module) => module.DraftDialog));

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
  & > p {
    flex: 1;
    min-width: 0;
  }
`;

const names = (people: readonly Colleague[]) => people.map((person) => person.name).join(/* text */ ' and ');

/** Colleagues in the same conversation. Who writes can be read; the server asks before a second answer leaves. */
export function ColleagueBar({
  enrolmentId,
  others,
  timeZone,
  onContinue,
}: {
  enrolmentId: number;
  others: readonly Colleague[];
  timeZone: string;
  /** Takes a colleague's words over into one's own draft; left out for those who may not write. */
  onContinue?: ((html: string) => void) | undefined;
}) {
  const [reading, setReading] = useState<Colleague | null>(null);
  const writers = others.filter((other) => other.doing === 'WRITING');
  const [first] = writers;
  if (others.length === 0) return null;
  return (
    <Bar role="status" {...(first ? { 'data-writing': '' } : {})}>
      <Avatar name={(first ?? others[0])?.name ?? ''} />
      <p>
        {first
          ? `${names(writers)} ${writers.length === 1 ? 'is' : 'are'} writing a reply since ${timeOfDay(first.since, timeZone)}. We’ll ask before you send.`
          : `${names(others)} ${others.length === 1 ? 'is' : 'are'} reading this too.`}
      </p>
      {first && (
        <Button size="small" onClick={() => setReading(first)}>
          View draft
        </Button>
      )}
      {reading && (
        <Later height={0} part="The draft">
          <DraftDialog
            enrolmentId={enrolmentId}
            colleague={reading}
            onContinue={onContinue}
            onClose={() => setReading(null)}
          />
        </Later>
      )}
    </Bar>
  );
}

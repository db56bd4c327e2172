import type { LinkedInMessageView } from '@skein/contracts/main/inbox-views';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { fullInstant, zoneName } from '@skein/ui/instant';
import { Text, truncate } from '@skein/ui/text';
import { styled } from 'styled-components';
import { longTime } from '../times/when';

const Box = styled.article`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  padding: var(--s-3) var(--s-4);
  min-width: 0;
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-2);
    margin-bottom: var(--s-3);
    min-width: 0;
  }
  & b {
    font-weight: var(--w-bold);
    ${truncate}
  }
  & .to {
    flex: 1;
    min-width: 0;
    color: var(--muted);
    font-size: var(--fs-2);
    ${truncate}
  }
  & time {
    flex: none;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  & > p {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media (max-width: 720px) {
    padding: var(--s-3);
  }
`;

/** A message that the lead wrote on LinkedIn, which is answered there. */
export function LinkedInCard({
  message,
  leadName,
  now,
  timeZone,
}: {
  message: LinkedInMessageView;
  leadName: string;
  now: Date;
  timeZone: string;
}) {
  const name = message.sender_name || leadName;
  return (
    <Box aria-label={`LinkedIn message from ${name}, ${fullInstant(message.at, timeZone)}`}>
      <header>
        <Avatar name={name} />
        <b>{name}</b>
        <span className="to">to {message.account_name} on LinkedIn</span>
        <Badge tone="warning">LinkedIn</Badge>
        <time dateTime={message.at} title={fullInstant(message.at, timeZone)}>
          {longTime(message.at, now, timeZone)} {zoneName(new Date(message.at), timeZone)}
        </time>
      </header>
      {message.text ? <p>{message.text}</p> : <Text $tone="muted">No text. Open LinkedIn to see what was sent.</Text>}
    </Box>
  );
}

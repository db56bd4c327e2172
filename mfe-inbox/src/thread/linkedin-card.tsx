import type { LinkedInAnswerView, LinkedInMessageView } from '@skein/contracts/main/inbox-views';
import { Avatar } from '@skein/ui/avatar';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { fullInstant, zoneName } from '@skein/ui/instant';
import { Row } from '@skein/ui/layout';
import { Text, truncate } from '@skein/ui/text';
import { styled } from 'styled-components';
import { longTime } from '../times/when';
import { useCheckAnswer } from './use-linkedin-answer';

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

/** A message that the lead wrote on LinkedIn. */
export function LinkedInCard({
  message,
  leadName,
  profile,
  now,
  timeZone,
}: {
  message: LinkedInMessageView;
  leadName: string;
  /** The address of the lead's profile. */
  profile: string | null;
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
      {profile && (
        <Text $size={2}>
          <a href={profile} target="_blank" rel="noopener noreferrer">
            Open LinkedIn profile
          </a>
        </Text>
      )}
    </Box>
  );
}

/** What was answered on LinkedIn. One that LinkedIn did not confirm can be checked. */
export function LinkedInAnswerCard({
  enrolmentId,
  answer,
  leadName,
  mayAct,
  now,
  timeZone,
}: {
  enrolmentId: number;
  answer: LinkedInAnswerView;
  leadName: string;
  mayAct: boolean;
  now: Date;
  timeZone: string;
}) {
  const { check, isChecking } = useCheckAnswer(enrolmentId);
  const name = answer.sent_by ?? answer.account_name;
  return (
    <Box aria-label={`LinkedIn message to ${leadName}, ${fullInstant(answer.at, timeZone)}`}>
      <header>
        <Avatar name={name} />
        <b>{name}</b>
        <span className="to">
          to {leadName} by {answer.account_name} on LinkedIn
        </span>
        <Badge tone="neutral">LinkedIn</Badge>
        <time dateTime={answer.at} title={fullInstant(answer.at, timeZone)}>
          {longTime(answer.at, now, timeZone)} {zoneName(new Date(answer.at), timeZone)}
        </time>
      </header>
      <p>{answer.text}</p>
      {answer.state === 'SENDING' && (
        <Text as="div" $tone="muted" $size={2} role="status">
          Sending
        </Text>
      )}
      {answer.state === 'UNCONFIRMED' && (
        <Row $wrap>
          <Text $tone="muted" $size={2}>
            LinkedIn didn’t confirm this message. Check and send sends it only if it isn’t there yet.
          </Text>
          {mayAct && (
            <Button size="small" icon="refresh" loading={isChecking} onClick={() => check(answer)}>
              Check and send
            </Button>
          )}
        </Row>
      )}
    </Box>
  );
}

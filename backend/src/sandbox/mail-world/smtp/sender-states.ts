import type { SmtpFaultPlan, SmtpStage } from './smtp-faults';

/** Why a mail server refuses a sender, regardless of the recipient. */
export type SenderStateName =
  | 'hourly-limit'
  | 'daily-limit'
  | 'login-refused'
  | 'relay-denied'
  | 'suspended'
  | 'outbound-spam'
  | 'sender-refused';

/** The stages at which a server tells it. */
export type SenderStage = Extract<SmtpStage, 'login' | 'mail' | 'rcpt' | 'command' | 'data'>;

/** The words of providers; a state is told at the stages that have some. */
export const senderStates: Record<SenderStateName, Partial<Record<SenderStage, [code: number, text: string]>>> = {
  'hourly-limit': {
    mail: [451, '4.7.1 You have exceeded your hourly message sending limits'],
    rcpt: [550, 'This domain has exceeded the max emails per hour (151/150 (100%)) allowed. Message discarded.'],
    command: [554, '5.7.1 Data command rejected: only 100 messages per hour'],
    data: [550, '5.7.1 You have reached your hourly limit of messages'],
  },
  'daily-limit': {
    login: [454, '4.7.0 Too many messages today: the daily sending limit of this account is reached'],
    mail: [421, '4.7.0 Too many messages sent today, the daily limit is reached'],
    rcpt: [550, '5.4.6 Unusual sending activity detected: daily limit reached'],
    command: [550, '5.4.5 Daily sending quota exceeded'],
    data: [550, '5.4.5 Daily user sending limit exceeded'],
  },
  'login-refused': {
    login: [535, '5.7.8 Username and password not accepted'],
    mail: [530, '5.7.0 Authentication required'],
  },
  'relay-denied': { rcpt: [554, '5.7.1 Relay access denied'] },
  suspended: {
    mail: [553, '5.7.1 Your account has been blocked from sending'],
    rcpt: [550, 'Outgoing mail from this address has been suspended'],
    data: [550, '5.1.8 Access denied, bad outbound sender'],
  },
  'outbound-spam': { data: [554, '5.7.1 Message rejected under suspicion of SPAM'] },
  'sender-refused': {
    mail: [553, '5.7.1 Sender address rejected: not owned by this user'],
    rcpt: [553, '5.7.1 Sender address rejected: not owned by this user'],
    data: [550, '5.7.60 Client does not have permissions to send as this sender'],
  },
};

/**
 * Lets the server answer like one that has something against its senders, until another plan is set.
 * @param stage where it tells it; the first stage of the state unless given
 * @param isMeant which logged-in mailboxes; all unless given
 */
export function senderStatePlan(
  state: SenderStateName,
  { stage, isMeant = () => true }: { stage?: SenderStage; isMeant?: (mailbox: string) => boolean } = {},
): SmtpFaultPlan {
  const at = stage ?? (Object.keys(senderStates[state])[0] as SenderStage);
  const answer = senderStates[state][at];
  if (!answer) throw new Error(`A server does not tell ${state} at ${at}.`);
  return ({ stage: now, login, address }) => {
    const mailbox = now === 'login' ? address : login;
    return now === at && mailbox !== null && isMeant(mailbox) ? { reply: answer[0], text: answer[1] } : null;
  };
}

/** Every state at every stage at which servers tell it. */
export const everySenderState: readonly [SenderStateName, SenderStage][] = (
  Object.keys(senderStates) as SenderStateName[]
).flatMap((state) =>
  (Object.keys(senderStates[state]) as SenderStage[]).map((stage): [SenderStateName, SenderStage] => [state, stage]),
);

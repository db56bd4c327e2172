import { createHash } from 'node:crypto';
import type { AcceptedMail, StoredConversation, StoredReaction } from '../store/mail-store';
import { behaviourWord, prospectDomain, type CalendarAction, type ReplyTone } from './behaviour';
import { composeCalendar } from './compose-calendar';
import { composeAbsence, composeReply, composeUnsubscribe, type OutgoingMail } from './compose-reply';
import { composeReport } from './compose-report';
import { prospectPerson } from './prospect-person';
import { readCampaignMail, unsubscribeTargets, type CampaignMail } from './read-campaign-mail';
import { seededRandom, type SeededRandom } from './seeded-random';
import type { WebVisitor } from './web-visitor';

export interface ReactionContext {
  seed: string;
  web: WebVisitor | null;
  /** Delivers to the mailbox over SMTP; `arrivesAt` is campaign time. */
  submit(mail: OutgoingMail, arrivesAt: number): Promise<void>;
}

export interface ReactionInput {
  reaction: StoredReaction;
  conversation: StoredConversation;
  mail: AcceptedMail;
  raw: Buffer;
}

/** What a reaction did: how the conversation ends, what was written, and a note when there was nothing to do. */
export interface ReactionOutcome {
  ends: 'reply' | 'unsubscribe' | 'bounce' | null;
  settles: boolean;
  sentMessageId: string | null;
  automaticReply: boolean;
  note: string | null;
}

const nothing: ReactionOutcome = { ends: null, settles: false, sentMessageId: null, automaticReply: false, note: null };

/** Carries one reaction out, for real. Throws when it should be tried again. */
export async function runReaction(context: ReactionContext, input: ReactionInput): Promise<ReactionOutcome> {
  const { reaction, conversation, mail, raw } = input;
  const { prospect } = conversation;
  const random = seededRandom(
    context.seed,
    prospect,
    conversation.ordinal,
    conversation.receivedIds.indexOf(mail.messageId ?? ''),
    reaction.kind,
  );
  const messageId = reactionMessageId(context.seed, mail, reaction, prospect);
  const at = reaction.dueAt;
  if (reaction.kind === 'bounce' || reaction.kind === 'delivery-report')
    return sendReport(context, input, messageId, random);
  const seen = await readCampaignMail(raw);
  const person = prospectPerson(prospect, seen.calledName, context.seed);
  switch (reaction.kind) {
    case 'reply': {
      const from = String(reaction.details.from) as 'self' | 'alias' | 'alias-bare';
      const reply = await composeReply({
        mail: seen,
        person,
        mailbox: mail.sender,
        tone: String(reaction.details.tone) as ReplyTone,
        from,
        language: languageOf(reaction),
        at,
        messageId,
        random,
      });
      await context.submit(reply, at);
      // Without References nobody can know for certain that the campaign's lead answered: it does not end the exchange.
      return { ...nothing, ends: from === 'alias-bare' ? null : 'reply', settles: true, sentMessageId: messageId };
    }
    case 'calendar-answer': {
      const answered = await composeCalendar({
        person,
        mailbox: mail.sender,
        action: String(reaction.details.action) as CalendarAction,
        language: languageOf(reaction),
        at,
        messageId,
        random,
      });
      await context.submit(answered, at);
      return { ...nothing, ends: 'reply', settles: true, sentMessageId: messageId };
    }
    case 'automatic-reply': {
      const returnsAt = at + Number(reaction.details.awayDays) * 86_400_000;
      await context.submit(
        await composeAbsence({
          mail: seen,
          person,
          mailbox: mail.sender,
          language: languageOf(reaction),
          at,
          returnsAt,
          messageId,
          random,
        }),
        at,
      );
      const isAllHeDoes = behaviourWord(prospect) === 'ooo';
      return { ...nothing, automaticReply: true, settles: isAllHeDoes, sentMessageId: messageId };
    }
    case 'unsubscribe':
      return unsubscribe(context, { seen, person, at, messageId }, random);
    default:
      return visit(context, reaction, seen, random);
  }
}

/** The prospects' mail server reports on an email. One without an envelope sender, a report itself, gets none. */
async function sendReport(
  context: ReactionContext,
  { reaction, conversation: { prospect }, mail, raw }: ReactionInput,
  messageId: string,
  random: SeededRandom,
): Promise<ReactionOutcome> {
  const at = reaction.dueAt;
  const recipient = mail.recipients.find((entry) => entry.address === prospect);
  const outcome = reaction.kind === 'bounce' ? 'failed' : 'delivered';
  if (!mail.sender) return nothing;
  const report = composeReport({
    outcome,
    mailbox: mail.sender,
    recipient: prospect,
    originalRecipient: recipient?.originalRecipient ?? null,
    envelopeId: mail.envelopeId,
    raw,
    arrivedAt: mail.acceptedAt,
    at,
    messageId,
    random,
  });
  await context.submit(report, at);
  return outcome === 'failed' ? { ...nothing, ends: 'bounce', settles: true } : nothing;
}

async function visit(
  context: ReactionContext,
  reaction: StoredReaction,
  seen: CampaignMail,
  random: ReturnType<typeof seededRandom>,
): Promise<ReactionOutcome> {
  const { web } = context;
  if (!web) return { ...nothing, note: 'No web access was given to the world.' };
  const isOpen = reaction.kind === 'open' || reaction.kind === 'machine-open';
  const targets = [...new Set((isOpen ? seen.images : clickable(seen)).filter((url) => web.isAllowed(url)))];
  if (targets.length === 0)
    return { ...nothing, note: isOpen ? 'The mail has no picture of the product.' : 'The mail has no tracked link.' };
  const kind =
    reaction.kind === 'machine-open' ? 'image-proxy' : reaction.kind === 'machine-click' ? 'link-scanner' : 'person';
  const chosen =
    reaction.kind === 'click'
      ? [targets[Math.floor(Number(reaction.details.choice) * targets.length)] as string]
      : targets;
  for (const url of chosen) await web.visit(url, kind, random);
  return nothing;
}

/** The links a person or scanner would follow: everything but the ones that unsubscribe. */
function clickable(seen: CampaignMail): string[] {
  const { url } = unsubscribeTargets(seen.fields);
  return seen.links.filter((link) => link !== url && !/unsubscribe|opt-?out/i.test(link));
}

interface Leaving {
  seen: CampaignMail;
  person: ReturnType<typeof prospectPerson>;
  at: number;
  messageId: string;
}

async function unsubscribe(
  context: ReactionContext,
  leaving: Leaving,
  random: ReturnType<typeof seededRandom>,
): Promise<ReactionOutcome> {
  const { web } = context;
  const targets = unsubscribeTargets(leaving.seen.fields);
  const done: ReactionOutcome = { ...nothing, ends: 'unsubscribe', settles: true };
  if (web && targets.oneClickUrl && web.isAllowed(targets.oneClickUrl)) {
    const status = await web.visit(targets.oneClickUrl, 'person', random, { 'List-Unsubscribe': 'One-Click' });
    return status < 400 ? done : { ...nothing, note: `The one-click address answered ${status}.` };
  }
  if (targets.mailto) {
    const [recipient, query] = targets.mailto.slice('mailto:'.length).split('?');
    const subject = new URLSearchParams(query ?? '').get('subject') ?? 'unsubscribe';
    const mail = await composeUnsubscribe({
      person: leaving.person,
      recipient: decodeURIComponent(recipient ?? ''),
      subject,
      at: leaving.at,
      messageId: leaving.messageId,
    });
    await context.submit(mail, leaving.at);
    return { ...done, sentMessageId: leaving.messageId };
  }
  return { ...nothing, note: 'The mail offers no way to unsubscribe by its header.' };
}

function languageOf(reaction: StoredReaction): 'en' | 'de' | 'fr' | 'es' {
  const language = reaction.details.language;
  return language === 'de' || language === 'fr' || language === 'es' ? language : 'en';
}

/** Derived from the mail and the reaction, so that a reaction that runs again after a crash is the same mail. */
function reactionMessageId(seed: string, mail: AcceptedMail, reaction: StoredReaction, prospect: string): string {
  const digest = createHash('sha256')
    .update([seed, mail.id, mail.messageId ?? '', prospect, reaction.kind].join('\u0000'))
    .digest('hex');
  return `<${digest.slice(0, 32)}@${prospectDomain}>`;
}

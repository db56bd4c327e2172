import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { NewEvent } from '#lifecycle/events/new-event';

import type { TestMain } from '#main/testing';
import { appendEvents } from '#lifecycle/events/append-events';

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface MadeCampaign {
  id: number;
  stepIds: number[];
  variantIds: number[][];
}
export interface History {
  campaigns: MadeCampaign[];
  mailboxIds: MailboxId[];
  categoryId: number;
  events: NewEvent[];
}

const one = async (main: TestMain, sql: string, values: unknown[]) =>
  (await main.test.query<{ id: number }>(sql, values))[0]?.id as number;

/** Campaigns of two steps with two variants, mailboxes and leads, without any happening. */
async function makeCampaigns(
  main: TestMain,
  workspaceId: WorkspaceId,
  options: { campaigns: number; mailboxes: number; clientId?: ClientId | null },
): Promise<{ campaigns: MadeCampaign[]; mailboxIds: MailboxId[] }> {
  const mailboxIds: number[] = [];
  for (let index = 0; index < options.mailboxes; index += 1) {
    mailboxIds.push(
      await one(
        main,
        `
          insert into mailbox (
            workspace_id, client_id, from_name, from_email, type, smtp_host, smtp_port, smtp_username,
              imap_host, imap_port, imap_username
          )
          values ($1, $2, 'Rosa', $3, 'SMTP', 'h', 587, 'u', 'h', 993, 'u')
          returning id
        `,
        [workspaceId, options.clientId ?? null, `box${index}.${Math.floor(Math.random() * 1e9)}@northlight.test`],
      ),
    );
  }
  const campaigns: MadeCampaign[] = [];
  for (let index = 0; index < options.campaigns; index += 1) {
    const id = await one(
      main,
      `insert into campaign (workspace_id, client_id, name, status) values ($1, $2, $3, 'ACTIVE') returning id`,
      [workspaceId, options.clientId ?? null, `Campaign ${index}`],
    );
    const stepIds: number[] = [];
    const variantIds: number[][] = [];
    for (const seq of [1, 2]) {
      const stepId = await one(
        main,
        `
          insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days)
          values ($1, $2, $3, 2)
          returning id
        `,
        [workspaceId, id, seq],
      );
      stepIds.push(stepId);
      variantIds.push([await variant(main, workspaceId, stepId, 'A'), await variant(main, workspaceId, stepId, 'B')]);
    }
    campaigns.push({ id, stepIds, variantIds });
  }
  return { campaigns, mailboxIds };
}

const variant = (main: TestMain, workspaceId: WorkspaceId, stepId: number, label: string) =>
  one(main, `insert into step_variant (workspace_id, step_id, label, subject) values ($1, $2, $3, $4) returning id`, [
    workspaceId,
    stepId,
    label,
    `Subject ${label}`,
  ]);

/**
 * A random life of a workspace around `start`, written through the one port by which events are written, with every kind, machines,
 * second replies, out-of-office answers, categories of every sentiment and instants on both sides of midnight.
 */
export async function makeHistory(
  main: TestMain,
  workspaceId: WorkspaceId,
  seed: number,
  options: { leads: number; start: number; days: number; clientId?: ClientId | null },
): Promise<History> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { campaigns, mailboxIds } = await makeCampaigns(main, workspaceId, {
    campaigns: 3,
    mailboxes: 2,
    clientId: options.clientId ?? null,
  });
  const categoryId = await one(
    main,
    `insert into lead_category (id, workspace_id, name, sentiment) values ($1, $2, $3, 'positive') returning id`,
    [100_000 + seed, workspaceId, `Warm ${seed}`],
  );
  const events: NewEvent[] = [];
  let intentId = seed * 1_000_000;
  for (let index = 0; index < options.leads; index += 1) {
    const campaign = pick(campaigns);
    const mailboxId = pick(mailboxIds);
    const leadId = await one(
      main,
      `
        insert into lead (workspace_id, email, first_name, domain)
        values ($1, $2, $3, 'prospects.test')
        returning id
      `,
      [workspaceId, `lead${seed}.${index}@prospects.test`, `Lead ${index}`],
    );
    const category = random() < 0.5 ? null : pick([1, 2, 3, 5, 6, categoryId]);
    const enrolmentId = await one(
      main,
      `
        insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id, category_id)
        values ($1, $2, $3, $4, $5)
        returning id
      `,
      [workspaceId, campaign.id, leadId, mailboxId, category],
    );
    let sentAt = options.start + Math.floor(random() * options.days * 86_400_000);
    const seen = { opened: false, clicked: false, replied: false };
    for (const [position, stepId] of campaign.stepIds.entries()) {
      if (random() < 0.3 && position > 0) break;
      intentId += 1;
      const about = {
        workspaceId,
        campaignId: campaign.id,
        enrolmentId,
        leadId,
        mailboxId,
        stepId,
        variantId: pick(campaign.variantIds[position] as number[]),
        clientId: options.clientId ?? null,
        intentId: BigInt(intentId),
        sentAt: new Date(sentAt),
      };
      if (!addEmail(events, about, { random, pick, seen, isFirst: position === 0 })) break;
      sentAt += 2 * 86_400_000;
    }
  }
  // In small lots, as they come in life: counts must not depend on how events were gathered.
  for (let index = 0; index < events.length; index += 37)
    await main.deps.db.systemSql((sql) => appendEvents(sql, events.slice(index, index + 37)));
  return { campaigns, mailboxIds, categoryId, events };
}

interface Chances {
  random: () => number;
  pick: <T>(list: readonly T[]) => T;
  /** What the lead has done before. */
  seen: { opened: boolean; clicked: boolean; replied: boolean };
  isFirst: boolean;
}

/** One email and what comes of it. @returns whether another can follow */
function addEmail(
  events: NewEvent[],
  about: Omit<NewEvent, 'kind' | 'at'> & { sentAt: Date },
  { random, pick, seen, isFirst }: Chances,
): boolean {
  const later = () => new Date(about.sentAt.getTime() + Math.floor(random() * 3 * 86_400_000));
  if (random() < 0.06) {
    events.push({
      ...about,
      kind: pick(['BOUNCE', 'SENDER_BOUNCE'] as const),
      at: about.sentAt,
      isFirst: true,
    });
    return false;
  }
  events.push({ ...about, kind: 'SENT', at: about.sentAt, isFirst });
  for (let opens = Math.floor(random() * 4); opens > 0; opens -= 1) {
    const isMachine = random() < 0.3;
    events.push({ ...about, kind: 'OPEN', at: later(), isMachine, isFirst: !isMachine && !seen.opened });
    if (!isMachine) seen.opened = true;
  }
  if (random() < 0.2) {
    events.push({ ...about, kind: 'CLICK', at: later(), isFirst: !seen.clicked });
    seen.clicked = true;
  }
  if (random() < 0.15) events.push({ ...about, kind: 'AUTO_REPLY', at: later(), isMachine: true });
  if (random() < 0.3) {
    events.push({ ...about, kind: 'REPLY', at: later(), isFirst: !seen.replied });
    seen.replied = true;
  }
  if (random() < 0.05) {
    events.push({ ...about, kind: 'UNSUBSCRIBE', at: later(), isFirst: true });
    return false;
  }
  return true;
}

import { everySenderState, senderStatePlan } from '#sandbox/mail-world/smtp/sender-states';
import type { SmtpFault, SmtpStage as AnyStage } from '#sandbox/mail-world/smtp/smtp-faults';
import { onlyWorker, patience, wait, type Fault } from './fault';
import { timing } from './fault-world';
import { keepBusy, mendMailboxes } from './keep-busy';

/** The DATA command is refused by `senderStates` alone. */
type SmtpStage = Exclude<AnyStage, 'command'>;
const stages: SmtpStage[] = ['connect', 'login', 'mail', 'rcpt', 'data', 'accepted'];
const replies: Record<SmtpStage, [number, string][]> = {
  connect: [
    [421, '4.3.2 Try later'],
    [554, '5.3.2 No service here'],
  ],
  login: [
    [454, '4.7.0 Temporary authentication failure'],
    [535, '5.7.8 Username and password not accepted'],
  ],
  mail: [
    [451, '4.3.0 Try again'],
    [550, '5.7.1 Not allowed'],
    [421, '4.7.0 Too fast'],
  ],
  rcpt: [
    [450, '4.2.0 Greylisted, try again'],
    [550, '5.1.1 No such user'],
    [452, '4.2.2 Mailbox is full'],
  ],
  data: [
    [451, '4.3.0 Try again'],
    [554, '5.6.0 Content refused'],
    [552, '5.2.2 Over quota'],
  ],
  // After the mail was taken nothing but the truth may be said: the connection drops instead.
  accepted: [],
};

/** The server refuses, drops or is silent at one stage of the next dialogue. */
export const serverTrouble: Fault = async (world, random) => {
  await onlyWorker(world);
  const stage = random.pick(stages);
  const choice = random.below(4);
  const reply = replies[stage].length > 0 ? random.pick(replies[stage]) : null;
  const fault: SmtpFault =
    choice === 0
      ? { drop: true }
      : choice === 1 || !reply
        ? { waitMilliseconds: timing.socketTimeout + (random.below(2) === 0 ? 800 : -700) }
        : { reply: reply[0], text: reply[1] };
  const struck = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    world.mail.setSmtpFaults((context) => {
      if (context.stage !== stage) return null;
      world.mail.setSmtpFaults(null);
      clearTimeout(timer);
      resolve(true);
      return fault;
    });
  });
  world.mail.setSmtpFaults(null);
  await wait('waitMilliseconds' in fault ? fault.waitMilliseconds : 100);
  // A person puts the mailbox right, as its owner would.
  await mendMailboxes(world);
  return struck ? `${stage} ${JSON.stringify(fault)}` : null;
};

/** Every reply of the table, a cut and a silence at every stage, each once, to whoever comes to its stage first. */
export const everyReply: Fault = async (world) => {
  await onlyWorker(world);
  const silence: SmtpFault = { waitMilliseconds: timing.socketTimeout + 400 };
  const left = stages.flatMap((stage) => [
    ...replies[stage].map(([reply, text]): [SmtpStage, SmtpFault] => [stage, { reply, text }]),
    [stage, { drop: true }] as [SmtpStage, SmtpFault],
    [stage, silence] as [SmtpStage, SmtpFault],
  ]);
  const all = left.length;
  world.mail.setSmtpFaults(({ stage }) => {
    const at = left.findIndex(([one]) => one === stage);
    return at === -1 ? null : (left.splice(at, 1)[0] as [SmtpStage, SmtpFault])[1];
  });
  for (const end = Date.now() + 60_000; left.length > 0 && Date.now() < end;) {
    await wait(300);
    await keepBusy(world, 30);
  }
  world.mail.setSmtpFaults(null);
  await wait(silence.waitMilliseconds);
  await mendMailboxes(world);
  return left.length === 0 ? `${all} troubles` : null;
};

/** Logins stop being accepted in the middle of a batch, at every second mailbox; no lead may pay for it. Then somebody renews them. */
export const authenticationExpires: Fault = async (world) => {
  await onlyWorker(world);
  const refused = new Set<string>();
  world.mail.setSmtpFaults(({ stage, address }) => {
    if (stage !== 'login' || address === null || address.charCodeAt(1) % 2 === 0) return null;
    refused.add(address);
    return { reply: 535, text: '5.7.8 Username and password not accepted' };
  });
  for (const end = Date.now() + patience; refused.size === 0 && Date.now() < end;) {
    await keepBusy(world, 30);
    await wait(100);
  }
  await wait(600);
  world.mail.setSmtpFaults(null);
  const burnt = await world.test.query(
    `
      select id
      from enrolment
      where reason in ('FAILED', 'BOUNCED') and reason_detail->>'response' like '%not accepted%'
    `,
  );
  if (burnt.length > 0) throw new Error(`${burnt.length} leads were ended because a login was refused.`);
  await mendMailboxes(world);
  return refused.size > 0 ? `${refused.size} mailboxes` : null;
};

/**
 * The server tells half of its mailboxes that it sends nothing for them: a limit, a suspension, a refused sender, each
 * at each stage where servers tell it. Nobody is blocked, ended or lost for it (PUNISHED_FOR_SENDER).
 */
export const senderStates: Fault = async (world, random) => {
  await onlyWorker(world);
  const told: string[] = [];
  const [from, count] = [random.below(everySenderState.length), 6];
  for (let index = 0; index < count; index += 1) {
    const [state, stage] = everySenderState[(from + index) % everySenderState.length]!;
    let struck = 0;
    const plan = senderStatePlan(state, { stage, isMeant: (mailbox) => mailbox.charCodeAt(1) % 2 === 1 });
    world.mail.setSmtpFaults((context) => {
      const fault = plan(context);
      if (fault) struck += 1;
      return fault;
    });
    for (const end = Date.now() + patience; struck === 0 && Date.now() < end;) {
      await keepBusy(world, 30);
      await wait(100);
    }
    await wait(200);
    if (struck > 0) told.push(`${state} at ${stage}`);
  }
  world.mail.setSmtpFaults(null);
  await mendMailboxes(world);
  return told.length > 0 ? told.join(', ') : null;
};

/** Every first try of a mail is put off, as greylisting servers do. */
export const greylisting: Fault = async (world) => {
  await onlyWorker(world);
  const seen = new Set<string>();
  world.mail.setSmtpFaults(({ stage, address }) => {
    if (stage !== 'rcpt' || address === null || seen.has(address)) return null;
    seen.add(address);
    return { reply: 450, text: '4.2.0 Greylisted, try again' };
  });
  await wait(1_200);
  world.mail.setSmtpFaults(null);
  return `${seen.size} put off`;
};

import { stopEnrolment } from '../../platform/outcomes/stop-enrolment.store';
import type { SmtpFault, SmtpStage } from '../../sandbox/mail-world/smtp/smtp-faults';
import type { ByteFault } from './byte-proxy';
import { timing, type FaultWorld } from './fault-world';
import type { Random } from './random';
import type { RunningWorker } from './worker-pool';

/** One fault: it strikes the running world and leaves it with at least one healthy worker. @returns what it struck, for the story, or null when its moment did not come */
export type Fault = (world: FaultWorld, random: Random) => Promise<string | null>;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
/** Longer than the slowest worker takes to open its next connection. */
const patience = 6_000;

/** Bytes upwards of a mail of this world, before one was measured. */
const usualDialogue = 1_400;

/** A place in the dialogue: anywhere, but every third time around the dot that ends the mail, and every fourth in the server's replies. */
function somewhere(world: FaultWorld, random: Random): Pick<ByteFault, 'direction' | 'at' | 'fromDot'> {
  const choice = random.below(12);
  if (choice < 5) return { direction: 'up', at: random.below(world.proxy.shortest() ?? usualDialogue) };
  if (choice < 9) return { direction: 'up', fromDot: true, at: random.below(12) - 2 };
  return { direction: 'down', at: random.below(420) };
}

const told = (place: Pick<ByteFault, 'direction' | 'at' | 'fromDot'>): string => `${place.direction} ${place.fromDot ? 'dot' : ''}${place.at}`;

/** Waits until the armed fault has struck. */
function strike(world: FaultWorld, fault: Omit<ByteFault, 'onReached'>, onReached: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => { world.proxy.arm(null); resolve(false); }, patience);
    world.proxy.arm({ ...fault, onReached: () => { clearTimeout(timer); onReached(); resolve(true); } });
  });
}

async function onlyWorker(world: FaultWorld): Promise<RunningWorker> {
  const [first, ...others] = world.pool.alive();
  for (const other of others) { other.kill('SIGKILL'); await other.gone; }
  return first ?? world.pool.start();
}

/** kill -9 of the worker at one byte of the dialogue. */
const killAtByte: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const place = somewhere(world, random);
  const reached = await strike(world, { ...place, then: 'cut' }, () => worker.kill('SIGKILL'));
  if (reached) await worker.gone;
  if (world.pool.alive().length === 0) await world.pool.start();
  return reached ? told(place) : null;
};

/** The network is cut at one byte; the worker lives. */
const cutAtByte: Fault = async (world, random) => {
  await onlyWorker(world);
  const place = somewhere(world, random);
  const then = random.below(2) === 0 ? 'cut' : 'half';
  return (await strike(world, { ...place, then }, () => undefined)) ? `${then} ${told(place)}` : null;
};

/** The worker is frozen at one byte for longer than its lease; another one takes over; then the first wakes up and goes on. */
const freezeAtByte: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const place = somewhere(world, random);
  const reached = await strike(world, { ...place, then: 'hold' }, () => worker.kill('SIGSTOP'));
  if (!reached) return null;
  await world.pool.start();
  await wait(timing.freeze);
  world.proxy.release();
  worker.kill('SIGCONT');
  await wait(300);
  worker.kill(random.below(2) === 0 ? 'SIGTERM' : 'SIGKILL');
  await worker.gone;
  return told(place);
};

/** A new worker starts, then the old one is asked to stop. */
const rollingRestart: Fault = async (world) => {
  const worker = await onlyWorker(world);
  await world.pool.start();
  worker.kill('SIGTERM');
  await worker.gone;
  return 'restarted';
};

/** Two workers by mistake, then one of them dies. */
const twoWorkers: Fault = async (world, random) => {
  const worker = await onlyWorker(world);
  const other = await world.pool.start();
  await wait(200 + random.below(800));
  const victim = random.below(2) === 0 ? worker : other;
  victim.kill('SIGKILL');
  await victim.gone;
  return 'raced';
};

const stages: SmtpStage[] = ['connect', 'login', 'mail', 'rcpt', 'data', 'accepted'];
const replies: Record<SmtpStage, [number, string][]> = {
  connect: [[421, '4.3.2 Try later'], [554, '5.3.2 No service here']],
  login: [[454, '4.7.0 Temporary authentication failure'], [535, '5.7.8 Username and password not accepted']],
  mail: [[451, '4.3.0 Try again'], [550, '5.7.1 Not allowed'], [421, '4.7.0 Too fast']],
  rcpt: [[450, '4.2.0 Greylisted, try again'], [550, '5.1.1 No such user'], [452, '4.2.2 Mailbox is full']],
  data: [[451, '4.3.0 Try again'], [554, '5.6.0 Content refused'], [552, '5.2.2 Over quota']],
  // After the mail was taken nothing but the truth may be said: the connection drops instead.
  accepted: [],
};

/** The server refuses, drops or is silent at one stage of the next dialogue. */
const serverTrouble: Fault = async (world, random) => {
  await onlyWorker(world);
  const stage = random.pick(stages);
  const choice = random.below(4);
  const reply = replies[stage].length > 0 ? random.pick(replies[stage]) : null;
  const fault: SmtpFault = choice === 0 ? { drop: true } : choice === 1 || !reply ? { waitMilliseconds: timing.socketTimeout + (random.below(2) === 0 ? 800 : -700) } : { reply: reply[0], text: reply[1] };
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
  await world.test.query('update mailbox set failing_since = null, is_smtp_success = true, smtp_failure_error = null, recheck_at = null where failing_since is not null');
  return struck ? `${stage} ${JSON.stringify(fault)}` : null;
};

/** Every first try of a mail is put off, as greylisting servers do. */
const greylisting: Fault = async (world) => {
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

/** A lead, an address, a domain or the campaign is stopped at a random moment, and what can be is taken up again. */
const stopSomething: Fault = async (world, random) => {
  await onlyWorker(world);
  const at = new Date(world.clock.now());
  const choice = random.below(4);
  await wait(random.below(400));
  if (choice === 0) {
    const paused = await world.test.query<{ id: number }>(`update campaign set status = 'PAUSED' where id = $1 returning id`, [world.busyCampaignId]);
    const stop = { what: 'campaign' as const, value: world.busyCampaignId, committedAtReal: Date.now() + 1, liftedAtReal: null as number | null };
    world.stops.push(stop);
    await wait(700);
    stop.liftedAtReal = Date.now();
    await world.test.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [world.busyCampaignId, new Date(world.clock.now())]);
    return `campaign ${paused.length}`;
  }
  // Leads that are on their way at this moment are the ones that matter.
  const [lead] = await world.test.query<{ id: number; email: string; domain: string }>(
    `select e.id, l.email, l.domain from enrolment e join lead l on l.id = e.lead_id where e.campaign_id = $1 and e.status in ('STARTED', 'INPROGRESS') order by e.open_intent_id is null, random() limit 1`, [world.busyCampaignId]);
  if (!lead) return null;
  if (choice === 1) {
    // As a reply does: in one transaction with what it takes back.
    await world.test.database.systemSql((sql) => stopEnrolment(sql, { enrolmentId: lead.id, reason: 'REPLIED', at, detail: {} }));
    const [after] = await world.test.query<{ status: string }>('select status from enrolment where id = $1', [lead.id]);
    if (after?.status === 'STOPPED') world.stops.push({ what: 'enrolment', value: lead.id, committedAtReal: Date.now() + 1, liftedAtReal: null });
    return `lead ${lead.id}`;
  }
  const kind = choice === 2 ? 'email' : 'domain';
  const value = kind === 'email' ? lead.email : lead.domain;
  await world.test.query(`insert into suppression (workspace_id, kind, value, source) values ($1, $2, $3, 'manual') on conflict do nothing`, [world.workspaceId, kind, value]);
  world.stops.push({ what: kind, value, committedAtReal: Date.now() + 1, liftedAtReal: null });
  return `${kind} ${value}`;
};

/** Every connection of the workers to the database is lost, also on COMMIT. */
const databaseConnectionsLost: Fault = async (world, random) => {
  await onlyWorker(world);
  let ended = 0;
  for (let round = 0; round < 3; round += 1) {
    await wait(random.below(300));
    ended += (await world.test.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'skein_system' and state <> 'idle'`)).length;
  }
  return `${ended} connections`;
};

/** The database has no room for the outcome of a mail (SQLSTATE 53100) for a while. */
const diskFull: Fault = async (world, random) => {
  await onlyWorker(world);
  const table = random.pick(['message', 'event', 'trigger_run', 'intent']);
  await world.test.query(`create or replace function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await world.test.query(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`);
  await wait(900);
  await world.test.query(`drop trigger no_room on ${table}`);
  return table;
};

/** Campaign time jumps ahead by hours while mails are on their way. */
const clockJump: Fault = async (world, random) => {
  await onlyWorker(world);
  const hours = 1 + random.below(14);
  await world.clock.advanceTo(world.clock.now() + hours * 3_600_000);
  return `${hours} h`;
};

/** Thousands of leads are imported while mails leave. They are taken out again, so that the run ends. */
const importDuringSending: Fault = async (world) => {
  await onlyWorker(world);
  await world.addLeads(world.strictCampaignId, 5_000);
  return '5000 leads';
};

/** A lead and a variant that no mail can be made of. */
const poisonLead: Fault = async (world, random) => {
  await onlyWorker(world);
  const [lead] = await world.test.query<{ id: number }>(`select l.id from lead l join enrolment e on e.lead_id = l.id where e.campaign_id = $1 and e.status = 'STARTED' and e.open_intent_id is null order by e.id limit 1`, [world.busyCampaignId]);
  if (!lead) return null;
  await world.test.query('update lead set first_name = $2 where id = $1', [lead.id, random.pick([null, '', '{{first_name}}'.slice(0, 0), 'Bo\r\nBcc: all@northlight.test', '\u0001\u0002 Zoe', '{a|b} Tim'.replace('{a|b} ', '')])]);
  return `lead ${lead.id}`;
};

export const faults: Record<string, { weight: number; fault: Fault }> = {
  'kill-at-byte': { weight: 12, fault: killAtByte },
  'cut-at-byte': { weight: 6, fault: cutAtByte },
  'freeze-at-byte': { weight: 3, fault: freezeAtByte },
  'rolling-restart': { weight: 1, fault: rollingRestart },
  'two-workers': { weight: 2, fault: twoWorkers },
  'server-trouble': { weight: 6, fault: serverTrouble },
  greylisting: { weight: 1, fault: greylisting },
  stop: { weight: 5, fault: stopSomething },
  'database-connections': { weight: 3, fault: databaseConnectionsLost },
  'disk-full': { weight: 2, fault: diskFull },
  'clock-jump': { weight: 1, fault: clockJump },
  import: { weight: 1, fault: importDuringSending },
  poison: { weight: 1, fault: poisonLead },
};

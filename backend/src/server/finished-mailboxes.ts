import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import { listTags, saveTag } from '#labels/labels.api';
import {
  applyClientRulesTo,
  connectMailbox,
  findConnectedId,
  mailboxDeps,
  reconnectMailbox,
  setSuspended,
  tagMany,
} from '#mailboxes/mailboxes.api';
import type { MainDeps } from '#main/deps';
import type { FinishedMailboxes } from '#services/smart-senders/purchases.deps';
import { switchWarmup } from '#services/warmup/warmup-settings';

/** The tag that finished mailboxes get. */
const purchased = { name: 'Purchased', color: '#4653c4' };

/** How purchased mailboxes become mailboxes of the product: connected with the password that was set at the host, tagged and warming. */
export function finishedMailboxes(main: MainDeps): FinishedMailboxes {
  const boxes = mailboxDeps(main);
  return {
    async connect(given) {
      const actor = ownerOf(given.workspaceId, given.userId);
      const servers = {
        username: given.email,
        password: given.password,
        smtp_host: given.smtp.host,
        smtp_port: given.smtp.port,
        smtp_port_type: given.smtp.portType,
        imap_host: given.imap.host,
        imap_port: given.imap.port,
        imap_port_type: given.imap.portType,
      };
      const known = await findConnectedId(boxes, given.workspaceId, given.email);
      const { mailbox, report } =
        known === null
          ? await connectMailbox(boxes, actor, {
              ...servers,
              from_name: given.name,
              from_email: given.email,
              type: given.host === 'GOOGLE' ? 'GMAIL' : given.host,
              message_per_day: given.dailyLimit,
              client_id: given.clientId,
            })
          : await reconnectMailbox(boxes, actor, known, servers);
      const failed = [report.smtp, report.imap].find((result) => !result.ok);
      return { mailboxId: mailbox.id, problem: failed ? (failed.cause ?? failed.server_reply ?? 'no answer') : null };
    },
    async finish(workspaceId, userId, mailboxId) {
      const actor = ownerOf(workspaceId, userId);
      const { tags } = await listTags(main, actor);
      const tag = tags.find((each) => each.name === purchased.name) ?? (await saveTag(main, actor, purchased));
      await tagMany(boxes, actor, { mailbox_ids: [mailboxId], add_tag_ids: [tag.id], remove_tag_ids: [] });
      await applyClientRulesTo(boxes, workspaceId, [mailboxId]);
      await switchWarmup(
        { db: main.db, live: main.live, now: () => main.campaignClock.now() },
        actor,
        [mailboxId],
        true,
      );
    },
    async retire(workspaceId, userId, mailboxId) {
      await setSuspended(boxes, ownerOf(workspaceId, userId), mailboxId, true);
    },
  };
}

/** An order is carried out after the person who placed it has gone: with the rights of the workspace, in their name. */
const ownerOf = (workspaceId: WorkspaceId, userId: UserId | null): RequestActor => ({
  role: 'OWNER',
  client: null,
  via: 'session',
  workspaceId,
  userId: userId ?? 0,
  email: '',
  name: '',
  sessionId: null,
  apiKeyId: null,
  planType: 'enterprise',
  features: {
    linkedinAccessAllowed: false,
    smart_delivery: false,
    global_analytics_access: true,
    smart_senders: true,
    smart_servers: false,
  },
  hasAccess: true,
  isOperator: false,
});

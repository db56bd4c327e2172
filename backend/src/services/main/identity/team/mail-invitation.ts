import type { z } from 'zod';
import type { Role } from '@skein/contracts/permissions';
import { createRandomToken } from '#platform/crypto/random-token';
import type { MainDeps } from '#main/deps';
import { sendSystemMail } from '../system-mail/send-system-mail';
import type { mailInvitationJob } from './invitation.jobs';
import { keepInvitationLink, readInvitationMail } from './invitations.store';

const roleNames: Record<Role, string> = {
  OWNER: 'owner',
  ADMIN_ACCESS: 'administrator',
  FULL_MEMBER_ACCESS: 'member',
  LIMITED_FULL_MEMBER_ACCESS: 'member with limited access',
  VIEW_ONLY_ACCESS: 'viewer',
};

/**
 * Mails an invitation with a fresh link. Whoever has an account with this address already is told by mail only: the workspace
 * that invites never learns it.
 */
export async function mailInvitation(
  deps: MainDeps,
  { workspaceId, invitationId }: z.output<typeof mailInvitationJob.payload>,
): Promise<void> {
  const found = await readInvitationMail(deps.db, workspaceId, invitationId);
  if (!found) return;
  const who = found.invited_by ?? found.workspace;
  if (found.hasAccount) {
    return sendSystemMail(deps, found.email, {
      subject: `${who} invited you to ${found.workspace}`,
      name: null,
      before: [
        `${who} invited you to work in ${found.workspace} as ${roleNames[found.role]}. You have an account with this address already, and an address belongs to one workspace only.`,
      ],
      after: ['To accept, ask for an invitation to another address of yours.'],
    });
  }
  const token = createRandomToken();
  await keepInvitationLink(deps.db, workspaceId, invitationId, deps.hashSecret(token));
  return sendSystemMail(deps, found.email, {
    subject: `${who} invited you to ${found.workspace}`,
    name: null,
    before: [`${who} invited you to work in ${found.workspace} as ${roleNames[found.role]}.`],
    button: { label: 'Accept the invitation', link: `${deps.config.publicUrl}/accept-invitation?uuid=${token}` },
    after: [
      'The link works once, for seven days.',
      'If you do not know who this is, ignore this email: without the link nothing happens.',
    ],
  });
}

import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { hashPassword } from '#platform/crypto/passwords';
import { signTrackingToken } from '#platform/tracking/tracking-token';
import type { SignedIn, TestMain } from '#main/testing';
import type { RouteIds } from './fixture-rows';

/** Who asks, in which installation, and the rows of their workspace. */
interface Asked {
  main: TestMain;
  person: SignedIn;
  own: RouteIds;
}

/** What a request has to say so that the route does its work: only what the preparation knows. */
interface Prepared {
  body?: Record<string, unknown>;
  params?: RouteIds;
}

const password = 'correct horse battery';
/** What an emailed link holds. */
const secretOf = ({ workspaceId }: SignedIn) => `fixture-link-of-workspace-${workspaceId}`;
const inADay = ({ realClock }: TestMain) => new Date(realClock.now() + 86_400_000);
const inAFile = (name: string, header: string) => JSON.stringify({ columns: [{ name, header, samples: [] }] });

async function givePassword({ main, person }: Asked): Promise<string> {
  const [row] = await main.test.query<{ email: string }>(
    'update app_user set password_hash = $2 where id = $1 returning email',
    [person.userId, await hashPassword(password)],
  );
  return row!.email;
}

const runOf =
  (table: 'lead_upload' | 'block_upload' | 'mailbox_import', status: string) => (asked: Asked, id: unknown) =>
    asked.main.test.query(
      `update bulk_run r set status = $2 from ${table} t where t.id = $1 and t.run_id = r.id and t.workspace_id = r.workspace_id`,
      [id, status],
    );

const pauseLead = async ({ main, person, own }: Asked): Promise<Prepared> => {
  await main.asClient(campaignLeadsContract, person).pauseLeads({
    params: { campaignId: own['campaignId'] as never },
    body: { selection: { enrolment_ids: [own['enrolmentId'] as never] } },
  });
  return {};
};

/** What a route needs beside the rows that every workspace of the fixtures has, so that it is not refused: by its method and path. */
const preparations: Record<string, (asked: Asked) => Promise<Prepared>> = {
  'POST /api/auth/login': async (asked) => ({ body: { email: await givePassword(asked), password } }),
  'POST /api/auth/two-factor/start': async (asked) => {
    await givePassword(asked);
    return { body: { password } };
  },
  'POST /api/auth/address-change': async (asked) => {
    await givePassword(asked);
    return { body: { email: `moved-${asked.person.workspaceId}@company.test`, password } };
  },
  'POST /api/auth/password/reset': async ({ main, person }) => {
    await main.test.query(
      `insert into email_token (workspace_id, user_id, kind, token_hash, expires_at) values ($1, $2, 'reset', $3, $4)`,
      [person.workspaceId, person.userId, main.deps.hashSecret(secretOf(person)), inADay(main)],
    );
    return { body: { uuid: secretOf(person), newPassword: password } };
  },
  'POST /api/auth/sign-up-invitation': async ({ main, person, own }) => {
    await main.test.query('update sign_up_invitation set token_hash = $2, expires_at = $3 where id = $1', [
      own['signUpInvitationId'],
      main.deps.hashSecret(secretOf(person)),
      inADay(main),
    ]);
    return { body: { uuid: secretOf(person), name: 'Ada Whitlock', password } };
  },
  'POST /api/team/invitation/accept': async ({ main, person }) => {
    await main.test.query(
      `
        insert into team_invitation (id, workspace_id, email, role, invited_by, token_hash, expires_at)
        values (nextval(pg_get_serial_sequence('app_user', 'id')), $1, $2, 'FULL_MEMBER_ACCESS', $3, $4, $5)
      `,
      [
        person.workspaceId,
        `joins-${person.workspaceId}@company.test`,
        person.userId,
        main.deps.hashSecret(secretOf(person)),
        inADay(main),
      ],
    );
    return { body: { uuid: secretOf(person), name: 'Ada Whitlock', password } };
  },
  'POST /api/campaigns/:campaignId/leads/resume': pauseLead,
  'POST /api/v1/campaigns/:campaignId/leads/:leadId/resume': pauseLead,
  'PATCH /api/v1/master-inbox/resume-lead': pauseLead,
  'POST /api/uploads/:uploadId/start': async ({ main, own }) => {
    await main.test.query('update lead_upload set columns = $2 where id = $1', [
      own['uploadId'],
      inAFile('email', 'email'),
    ]);
    return { body: { mapping: ['email'] } };
  },
  'POST /api/uploads/:uploadId/undo': async (asked) => {
    await runOf('lead_upload', 'COMPLETED')(asked, asked.own['uploadId']);
    return {};
  },
  'POST /api/block-list/uploads/:blockUploadId/undo': async (asked) => {
    await runOf('block_upload', 'COMPLETED')(asked, asked.own['blockUploadId']);
    return {};
  },
  'POST /api/mailbox-imports/:mailboxImportId/start': async (asked) => {
    await runOf('mailbox_import', 'UPLOADED')(asked, asked.own['mailboxImportId']);
    return {};
  },
  'POST /api/inbox/bulk-changes': async ({ main, own }) => {
    await main.test.query('update enrolment set last_inbound_at = now(), is_read = false where id = $1', [
      own['enrolmentId'],
    ]);
    return {};
  },
  'POST /u/:token': async ({ main, person, own }) => {
    const [mail] = await main.test.query<{ id: string }>(
      `
        insert into intent (
          workspace_id, campaign_id, enrolment_id, mailbox_id, kind, state, slot_at, send_at, message_id, envelope_id, to_email
        )
        values ($1, $2, $3, $4, 'SINGLE', 'SENT', now(), now(), $5, $5, $6)
        returning id
      `,
      [
        person.workspaceId,
        own['campaignId'],
        own['enrolmentId'],
        own['mailboxId'],
        `<unsubscribes-${person.workspaceId}@company.test>`,
        own['leadEmail'],
      ],
    );
    const key = derivePurposeKey(main.deps.masterKey, 'tracking');
    return {
      params: { token: signTrackingToken(key, { purpose: 'unsubscribe', intentId: BigInt(mail!.id), linkIndex: 0 }) },
    };
  },
};

/** Makes what a route needs, and says what to ask it with. */
export const prepareRoute = async (name: string, asked: Asked): Promise<Prepared> =>
  (await preparations[name]?.(asked)) ?? {};

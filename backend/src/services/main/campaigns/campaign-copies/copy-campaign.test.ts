import { changeCampaign } from '#lifecycle/lifecycle.api';
import { createTestMain, type TestMain } from '#main/testing';
import { copyCampaign } from './copy-campaign.store';

let main: TestMain;
beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

test('a copy that is made in the name of somebody who has left is nobody’s, and so is a change', async () => {
  const owner = await main.signIn();
  const gone = await main.signIn({ workspaceId: owner.workspaceId, role: 'ADMIN_ACCESS' });
  const { workspaceId, userId } = gone;
  const [campaign] = await main.test.query<{ id: number }>(
    `insert into campaign (workspace_id, name) values ($1, 'First') returning id`,
    [workspaceId],
  );
  const at = new Date(main.clock.now());
  const copy = (createdBy: number) =>
    main.deps.db.tenantSql(workspaceId, (sql) =>
      copyCampaign(workspaceId, sql, campaign?.id as number, {
        ...{ name: null, parentId: null, keepClient: true, createdBy, at },
      }),
    );
  const peopleOf = async (id: number) =>
    (
      await main.test.query('select created_by, status_changed_by, team_member_id from campaign where id = $1', [id])
    )[0];
  const nobodys = { created_by: null, status_changed_by: null, team_member_id: null };
  const stays = await copy(owner.userId);
  await main.test.query('delete from app_user where id = $1', [userId]);
  expect(await peopleOf(stays)).toEqual({ ...nobodys, created_by: owner.userId, status_changed_by: owner.userId });
  const id = await copy(userId);
  expect(await peopleOf(id)).toEqual(nobodys);
  await main.deps.db.tenantSql(workspaceId, (sql) =>
    changeCampaign(workspaceId, sql, {
      campaignId: id,
      change: { status_changed_by: userId, team_member_id: userId },
      at,
    }),
  );
  expect(await peopleOf(id)).toEqual(nobodys);
  // A person of another workspace is nobody here.
  const stranger = await main.signIn();
  expect(await peopleOf(await copy(stranger.userId))).toEqual(nobodys);
});

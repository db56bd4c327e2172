import { queryOf } from './task-groups';

it('asks for a day in the person’s zone, an owner, a campaign, and what has none', () => {
  expect(queryOf({ by: 'day', key: 'today' }, 'Europe/Berlin')).toEqual({ due: 'today', time_zone: 'Europe/Berlin' });
  expect(queryOf({ by: 'owner', key: '7' }, 'Etc/GMT')).toEqual({ assigned_user_id: 7 });
  expect(queryOf({ by: 'owner', key: '' }, 'Etc/GMT')).toEqual({ unassigned: true });
  expect(queryOf({ by: 'campaign', key: '12' }, 'Etc/GMT')).toEqual({ campaign_ids: [12] });
  expect(queryOf({ by: 'campaign', key: '' }, 'Etc/GMT')).toEqual({ without_campaign: true });
  expect(queryOf({ by: 'day', key: 'never' }, 'Etc/GMT')).toEqual({});
});

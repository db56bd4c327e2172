// C2: a trial that has ended says so and says whom to ask, and an operator gives a plan by command and by page.
import { caller, people } from './lib/client.mjs';

export const title = 'A trial that ends, and the ways out';

export default async function plans({ installation, report }) {
  const { url, demo } = installation;
  const team = people(url, demo);
  const operator = await team.owner();
  const stranger = await team.signUp();
  const { id } = (await stranger('GET', '/api/auth/me')).data.user.workspace;
  const create = () => stranger('POST', '/api/campaigns', { name: 'After the trial' });
  const page = `/api/operator/workspaces/${id}`;

  await operator('PATCH', `${page}/plan`, {
    plan_type: 'trial',
    trial_end_at: new Date(Date.now() - 60_000).toISOString(),
  });
  const ended = await create();
  report(
    'C2',
    ended.status === 402 && ended.json.code === 'PAYMENT_REQUIRED',
    `an ended trial: ${ended.status} ${ended.json?.code}, "${ended.json?.message}"`,
  );
  const plan = (await stranger('GET', '/api/auth/me')).data?.plan;
  report(
    'C2',
    plan !== undefined && 'contact' in plan,
    `whoever it ended for can still log in, and is told whom to ask (${plan?.contact ?? 'OPERATOR_CONTACT is not set here'})`,
  );

  const given = await operator('PATCH', `${page}/plan`, {
    plan_type: 'pro',
    is_subscribed: true,
    subscription_end_at: null,
  });
  const after = await create();
  report('C2', after.status < 300, `a plan by the operator's page: ${given.status}, then a campaign ${after.status}`);
  if (!installation.operator) return;

  installation.operator('end-plan', String(id));
  const again = await create();
  const said = installation.operator('set-plan', String(id), 'pro').trim();
  const last = await create();
  report(
    'C2',
    again.status === 402 && last.status < 300,
    `a plan by command: ${again.status}, then "${said}", then ${last.status}`,
  );
  const stray = await caller(url, { authorization: `Bearer ${stranger.token}` })('PATCH', `${page}/plan`, {
    plan_type: 'pro',
  });
  report('C2', stray.status === 403, `an owner who gives the workspace a plan: ${stray.status}`);
}

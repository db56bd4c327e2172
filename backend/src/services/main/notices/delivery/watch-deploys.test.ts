import { changeDeployments } from '@skein/deployments/deployment-files';
import { switchRemote } from '@skein/deployments/deployments';
import { createTestPlace } from '@skein/deployments/testing';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { watchDeploys } from './watch-deploys';

let main: TestMain;
const { build, deploy, place, remove } = createTestPlace();

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(async () => {
  await main.close();
  remove();
});

const watch = () =>
  watchDeploys({
    db: main.deps.db,
    realClock: { ...main.deps.realClock, now: Date.now },
    config: { ...main.deps.config, isSandbox: false, webFolder: place.root },
  });
const titles = async (person: SignedIn) =>
  (await main.asClient(noticesContract, person).listNotices({})).rows.map(({ title }) => title);

it('tells the people who run the installation what others deployed, once, and nobody else', async () => {
  const one = await main.signIn({ isOperator: true, email: 'one@installation.test' });
  const other = await main.signIn({ isOperator: true, email: 'other@installation.test' });
  const customer = await main.signIn();
  await deploy(build('inbox', '1', { manifest: { title: 'Master inbox' } }), new Date());
  await changeDeployments(place.root, (state) =>
    switchRemote(state, 'inbox', false, { at: new Date(), by: 'One@installation.test' }),
  );
  await watch();
  await watch();
  expect(await titles(other)).toEqual(['Master inbox was switched off', 'Master inbox 1 is live']);
  // Nobody is told of their own doing.
  expect(await titles(one)).toEqual(['Master inbox 1 is live']);
  expect(await titles(customer)).toEqual([]);
});

it('offers the choice to operators alone', async () => {
  const kinds = async (person: SignedIn) =>
    (await main.asClient(noticesContract, person).readChoices({})).choices.map(({ kind }) => kind);
  expect(await kinds(await main.signIn({ isOperator: true }))).toContain('area-deployed');
  expect(await kinds(await main.signIn())).not.toContain('area-deployed');
});

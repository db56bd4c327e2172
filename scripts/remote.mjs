// Which version of which remote people get. Everything happens below a folder, dist/web unless `--to FOLDER` names
// another one. `npm run remote:deploy -- mfe-inbox` builds it and makes it the one to load; `--canary 10` for 10 % of
// the workspaces `npm run remote:rollback -- mfe-inbox` the version before, or `--version V`
// `npm run remote:pin -- mfe-inbox --workspace 12 --version V` one workspace keeps a version; without --version the
// current one; `--off` ends it `npm run remote:canary -- mfe-inbox --percent 25 --version V` changes the share; `--off`
// ends it `npm run remote:off -- mfe-inbox` nobody gets the area; `remote:on` gives it back
// `npm run remote:remove -- mfe-inbox` forgets the area with all its versions `npm run remote:list` what is deployed
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readRecord } from '../packages/build/src/build-record.mjs';
import { deployKey } from '../packages/build/src/deploy-key.mjs';
import { loadDeployTools } from '../packages/build/src/deploy-tools.mjs';
import { webFolder } from '../packages/build/src/remotes-registry.mjs';
import { readManifest, remoteFolder, repositoryRoot } from '../packages/build/src/repository.mjs';

class Refusal extends Error {}

const text = { type: 'string' };
const options = {
  to: text,
  from: text,
  version: text,
  workspace: text,
  percent: text,
  canary: text,
  off: { type: 'boolean' },
};

function readCommand() {
  try {
    const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
    const [command, given] = positionals;
    return { command, given, ...values, root: values.to ? resolve(process.env.INIT_CWD ?? '.', values.to) : webFolder };
  } catch (error) {
    throw new Refusal(error.message);
  }
}

function whole(value, what) {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(`Give ${what} as a whole number.`);
  return number;
}

/** Builds the remote unless it is built, and answers where the files of that version are. */
function buildRemote(folder, manifest) {
  const result = spawnSync(
    process.execPath,
    [join(repositoryRoot, 'scripts/build.mjs'), manifest.name, '--no-deploy'],
    { cwd: repositoryRoot, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (result.status !== 0) throw new Refusal(`${folder} could not be built; nothing was deployed.`);
  const version = readRecord()[manifest.name]?.version;
  return { version, from: join(repositoryRoot, folder, 'dist', version) };
}

/** A version that stands in another folder of published files (`--from FOLDER --version V`), for example where a test run left it. */
function takeRemote(from, manifest, version) {
  const folder = join(resolve(process.env.INIT_CWD ?? '.', from), 'remotes', manifest.name, version ?? '');
  if (!version || !existsSync(folder))
    throw new Refusal(`There is no ${manifest.name} ${version ?? '(name it with --version)'} below ${from}.`);
  return { version, from: folder };
}

const share = (canary) => (canary === undefined ? undefined : whole(canary, 'the share of --canary'));

/** What each command does, and what it says. All but deploy work on what is deployed, whether its folder is there or not. */
const commands = {
  async deploy({ tools, root, given, occasion, values }) {
    const folder = remoteFolder(given);
    const manifest = readManifest(folder);
    const percent = share(values.canary);
    const privateKey = deployKey({ mayMake: !existsSync(join(root, 'shell/index.html')) && !values.to });
    const built = values.from ? takeRemote(values.from, manifest, values.version) : buildRemote(folder, manifest);
    await tools.deployRemote({ root, privateKey }, { manifest, ...built }, { ...occasion, percent });
    const whom = percent === undefined ? '' : ` for ${percent} % of the workspaces`;
    return `${manifest.name} ${built.version} is deployed${whom}.`;
  },

  async rollback({ tools, name, change, occasion, values }) {
    const state = await change((before) => tools.rollBack(before, name, values.version ?? null, occasion));
    const { current, releases } = state.remotes[name];
    const good = tools.lastGoodVersion(state, name);
    const hint =
      good && good !== current && !releases[current].wasGood
        ? ` It was not current for a day; the last that was is ${good}: npm run remote:rollback -- ${name} --version ${good}.`
        : '';
    return `${name} is back at ${current}.${hint}`;
  },

  async pin({ tools, name, change, occasion, values }) {
    const workspaceId = whole(values.workspace, 'the id of --workspace');
    const state = await change((before) => {
      const version = values.off ? null : (values.version ?? before.remotes[name]?.current ?? null);
      return tools.pinWorkspace(before, name, { workspaceId, version }, occasion);
    });
    const pin = state.remotes[name].pins[workspaceId];
    return pin
      ? `Workspace ${workspaceId} keeps ${name} ${pin}.`
      : `Workspace ${workspaceId} gets of ${name} what everybody gets.`;
  },

  async canary({ tools, name, change, occasion, values }) {
    const percent = values.off ? null : whole(values.percent, 'the share of --percent');
    await change((before) => {
      const version = values.version ?? before.remotes[name]?.canary?.version;
      return tools.startCanary(before, name, percent === null ? null : { version, percent }, occasion);
    });
    return percent === null
      ? `The canary of ${name} has ended.`
      : `${percent} % of the workspaces get the canary of ${name}.`;
  },

  async off({ tools, name, change, occasion }) {
    await change((before) => tools.switchRemote(before, name, false, occasion));
    return `${name} is off: nobody gets it until npm run remote:on -- ${name}.`;
  },

  async on({ tools, name, change, occasion }) {
    const state = await change((before) => tools.switchRemote(before, name, true, occasion));
    return `${name} is on: everybody gets ${state.remotes[name].current}.`;
  },

  async remove({ tools, root, name, change, occasion }) {
    await change((before) => tools.removeRemote(before, name, occasion));
    tools.removeOtherVersions(root, name, []);
    return `${name} is removed with all its versions. npm run remote:deploy -- ${name} would bring it back; a build does not.`;
  },
};

async function main() {
  const { command, given, root, ...values } = readCommand();
  const tools = await loadDeployTools();
  if (command === 'list') return list(await tools.readDeployments(root), tools);
  const run = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
  if (!run) throw new Refusal(`There is no command "${command}": ${Object.keys(commands).join(', ')} or list.`);
  if (!given) throw new Refusal(`Name the remote, for example: npm run remote:${command} -- mfe-inbox`);
  const name = given.replace(/^mfe-/, '');
  const occasion = { at: new Date(), by: userInfo().username };
  const change = (work) => tools.changeDeployments(root, work);
  console.log(await run({ tools, root, given, name, occasion, change, values }));
}

function list(state, tools) {
  if (!state) throw new Refusal('Nothing is deployed here yet. Run: npm run build');
  for (const [name, remote] of Object.entries(state.remotes)) {
    const { canary, current, off, pins } = remote;
    const trial = canary ? `   canary ${canary.version} for ${canary.percent} %` : '';
    console.log(`${name.padEnd(16)} ${current}${trial}${off ? `   off since ${off.at}, by ${off.by}` : ''}`);
    for (const [workspace, version] of Object.entries(pins))
      console.log(`${''.padEnd(16)} workspace ${workspace} keeps ${version}`);
    const previous = tools.previousVersion(state, name);
    const good = tools.lastGoodVersion(state, name);
    if (previous) console.log(`${''.padEnd(16)} before it: ${previous}`);
    if (good && good !== previous) console.log(`${''.padEnd(16)} the last that was good for a day: ${good}`);
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof Refusal ||
    error.name === 'DeploymentRefused' ||
    error.name === 'KeyMissing' ||
    error.name === 'UnknownRemote';
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

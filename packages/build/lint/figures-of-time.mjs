// No test judges the machine: how long something takes depends on what else runs there. A test counts (steps, statements, reads, bytes),
// moves a clock of its own, or waits for the event; the one limit for what never comes is set in jest.config.cjs and e2e/support/limit.ts.
const measured =
  'Figures of time belong to bench/: count steps, statements, reads or bytes, compare growth, or move an injected clock.';
const endless =
  'No deadline by the clock: wait for the event, or look again without end. The limit of jest.config.cjs and e2e/support/limit.ts ends what never comes.';
const own =
  'No limit of its own: jest.config.cjs and e2e/support/limit.ts set one for every test, hook and wait. How fast something is belongs to bench/.';

const now = "[callee.object.name='Date'][callee.property.name='now']";
const nowAt = (side) => `[${side}.callee.object.name='Date'][${side}.callee.property.name='now']`;

/** For tests and what helps them: nothing is measured, nothing gives up by the clock. */
export const noFiguresOfTime = [
  { selector: "MemberExpression[object.name='performance'][property.name='now']", message: measured },
  {
    selector:
      "MemberExpression[object.name='process'][property.name=/^(cpuUsage|threadCpuUsage|resourceUsage|hrtime)$/]",
    message: measured,
  },
  { selector: 'ImportDeclaration[source.value=/^(node:)?perf_hooks$/]', message: measured },
  {
    selector: `CallExpression[callee.name='expect'] BinaryExpression[operator='-'] CallExpression${now}`,
    message: measured,
  },
  { selector: `BinaryExpression[operator='-'][right.type='Identifier']${nowAt('left')}`, message: measured },
  { selector: `BinaryExpression[operator=/^[<>]=?$/]${nowAt('left')}`, message: endless },
  { selector: `BinaryExpression[operator=/^[<>]=?$/]${nowAt('right')}`, message: endless },
];

const testCall = 'CallExpression[callee.name=/^(it|test)$/]';
const eachCall = "CallExpression[callee.callee.property.name='each']";
const taggedEach = "CallExpression[callee.tag.property.name='each']";
const hookCall = 'CallExpression[callee.name=/^(before|after)(All|Each)$/]';

/** For tests: no test, hook or wait has a limit of its own. */
export const noOwnLimits = [
  ...[testCall, eachCall, taggedEach].map((call) => ({
    selector: `${call}[arguments.length>2] > .arguments:last-child:not(:function)`,
    message: own,
  })),
  { selector: `${hookCall}[arguments.length>1]`, message: own },
  {
    selector:
      'CallExpression[callee.object.name=/^(jest|test|testInfo|info)$/][callee.property.name=/^(setTimeout|slow)$/]',
    message: own,
  },
  {
    selector: 'CallExpression[callee.property.name=/^setDefault(Navigation)?Timeout$/]',
    message: own,
  },
  { selector: "CallExpression > ObjectExpression > Property[key.name='timeout']", message: own },
];

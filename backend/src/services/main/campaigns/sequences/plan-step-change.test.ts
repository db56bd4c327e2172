import * as fc from 'fast-check';
import { movesOf, refuseOrder } from './plan-step-change';

const old = [
  { id: 1, number: 1 },
  { id: 2, number: 2 },
  { id: 3, number: 3 },
];

it('sends a new step in the middle to those who are before it, and not to those who are past it', () => {
  const moves = movesOf(old, [1, 9, 2, 3]);
  expect([...moves]).toEqual([
    [1, 1],
    [2, 9],
    [3, 3],
  ]);
});

it('passes over a removed step, and ends where none is left', () => {
  expect([...movesOf(old, [1, 3])]).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
  expect([...movesOf(old, [1, 2])]).toEqual([
    [1, 1],
    [2, 2],
    [3, null],
  ]);
});

it('refuses to move a step that was sent, and lets unsent ones change places', () => {
  expect(refuseOrder(old, [1, 3, 2], 1)).toBeNull();
  expect(refuseOrder(old, [1, 3, 2], 2)).toMatch(/Step 2 was already sent/);
  expect(refuseOrder(old, [2, 1, 3], 1)).toMatch(/Step 1 was already sent/);
  expect(refuseOrder(old, [null, 1, null, 2, 3], 3)).toBeNull();
});

it('never sends a step twice and never skips a kept one, whatever the edit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 12 }),
      (count, passedSeed, shuffle) => {
        const steps = Array.from({ length: count }, (_, index) => ({ id: index + 1, number: index + 1 }));
        const passed = passedSeed % (count + 1);
        // An edit: some steps dropped, new ones put in, unsent ones shuffled.
        const order = steps
          .map((step) => step.id)
          .filter((id) => shuffle[id] === undefined || (shuffle[id] as number) % 4 !== 0);
        for (const [index, value] of shuffle.entries()) order.splice(value % (order.length + 1), 0, 100 + index);
        fc.pre(
          refuseOrder(
            steps,
            order.map((id) => (id >= 100 ? null : id)),
            passed,
          ) === null,
        );
        const moves = movesOf(steps, order);
        for (let done = 0; done <= passed && done < count; done += 1) {
          const next = moves.get(done + 1) ?? null;
          const sentFromHere = next === null ? [] : order.slice(order.indexOf(next));
          for (let id = 1; id <= done; id += 1) expect(sentFromHere).not.toContain(id);
          for (let id = done + 1; id <= count; id += 1) if (order.includes(id)) expect(sentFromHere).toContain(id);
        }
      },
    ),
  );
});

import type { CampaignId, LeadId } from './ids';

/** Decided by the compiler: `npm run types` refuses a value that is another one. */
const fits: {
  idOfAnotherTable: LeadId extends CampaignId ? true : false;
  idsOfAnotherTable: LeadId[] extends readonly CampaignId[] ? true : false;
  number: number extends LeadId ? true : false;
  idAsNumber: LeadId extends number ? true : false;
} = { idOfAnotherTable: false, idsOfAnotherTable: false, number: true, idAsNumber: true };

test('fits where an id of its own table or a number is asked for, and nowhere else', () => {
  expect(Object.entries(fits).filter(([, isFitting]) => isFitting)).toEqual([
    ['number', true],
    ['idAsNumber', true],
  ]);
});

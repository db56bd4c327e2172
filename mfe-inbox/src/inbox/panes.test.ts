import { layoutFor } from './panes';

it('shows as many panes as fit, and one at a time on a phone', () => {
  expect([1440, 1080, 1079, 680, 679, 320].map(layoutFor)).toEqual(['full', 'full', 'two', 'two', 'one', 'one']);
});

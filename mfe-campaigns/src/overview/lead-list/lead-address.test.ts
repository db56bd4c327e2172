import { isLeadFiltered, readLeadFilter, writeLeadFilter } from './lead-address';

const read = (query: string) => readLeadFilter(new URLSearchParams(query));

it('reads what a link of the launch gate says, and ignores what is no filter', () => {
  expect(read('missing_field=company_name&lead_statuses=STARTED,PAUSED&lead_category_ids=-1,2&utm=x')).toEqual({
    tab: 'all',
    missing_field: 'company_name',
    lead_statuses: ['STARTED', 'PAUSED'],
    lead_category_ids: [-1, 2],
  });
  expect(read('tab=nonsense&lead_statuses=NEVER&mailbox_ids=a')).toEqual({ tab: 'all' });
});

it('begins at the first page when a filter changes, and leaves no trace of the usual view', () => {
  expect(
    writeLeadFilter(new URLSearchParams('tab=paused&search=acme&cursor=x&from=51'), {
      tab: 'all',
      search: '',
    }).toString(),
  ).toBe('');
  expect(writeLeadFilter(new URLSearchParams(''), { providers: ['GMAIL', 'OUTLOOK'] }).toString()).toBe(
    'providers=GMAIL%2COUTLOOK',
  );
  expect(isLeadFiltered(new URLSearchParams('from=51'))).toBe(false);
  expect(isLeadFiltered(new URLSearchParams('tab=paused'))).toBe(true);
});

import { emptyRule, ruleOf } from './client-rules.hooks';

test('a rule needs a domain or a tag, and a client', () => {
  expect(ruleOf(emptyRule)).toBeNull();
  expect(ruleOf({ ...emptyRule, domain: 'acme', clientId: '7' })).toBeNull();
  expect(ruleOf({ ...emptyRule, domain: '@Acme.com', clientId: '7' })).toEqual({
    condition: { domain: 'acme.com' },
    client_id: 7,
  });
  expect(ruleOf({ ...emptyRule, by: 'tag', domain: 'acme.com', tagId: '4', clientId: '7' })).toEqual({
    condition: { tag_id: 4 },
    client_id: 7,
  });
});

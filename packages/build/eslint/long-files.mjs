/** Files that are longer than the limit and still have to be split by meaning. The list only ever gets shorter. */
export const longFiles = [
  'backend/src/services/main/areas/campaigns/campaigns/campaigns.test.ts',
  'backend/src/services/main/areas/inbox/inbox/inbox.test.ts',
  'backend/src/services/main/areas/leads/uploads/uploads.test.ts',
  'backend/src/services/main/areas/public-api/v1/end-to-end.test.ts',
  'backend/src/services/main/areas/public-api/v1/leads.test.ts',
  'backend/src/services/main/areas/sending/sending/rules.test.ts',
];

/** Every row of an import ends in exactly one of these; their counts sum to the rows of the file. */
export const uploadOutcomes = [
  'IMPORTED_NEW',
  'UPDATED_EXISTING',
  'DUPLICATE_IN_FILE',
  'ALREADY_IN_CAMPAIGN',
  'ALREADY_IN_LIST',
  'IN_OTHER_CAMPAIGN',
  'CONTACTED_RECENTLY',
  'SUPPRESSED',
  'UNSUBSCRIBED',
  'BOUNCED',
  'INVALID_ADDRESS',
  'MISSING_REQUIRED',
  'LIMIT_REACHED',
  'MALFORMED',
] as const;
export type UploadOutcome = (typeof uploadOutcomes)[number];

/** The outcomes that made an enrolment (or a lead in a list or of the workspace). All others left the row out. */
export const acceptedOutcomes: readonly UploadOutcome[] = ['IMPORTED_NEW', 'UPDATED_EXISTING'];

export const outcomeTexts: Record<UploadOutcome, string> = /* text */ {
  IMPORTED_NEW: 'Imported as new',
  UPDATED_EXISTING: 'Updated an existing lead',
  DUPLICATE_IN_FILE: 'Duplicate inside the file',
  ALREADY_IN_CAMPAIGN: 'Already in this campaign',
  ALREADY_IN_LIST: 'Already in this list',
  IN_OTHER_CAMPAIGN: 'In another campaign',
  CONTACTED_RECENTLY: 'Contacted recently',
  SUPPRESSED: 'Suppressed, block list',
  UNSUBSCRIBED: 'Unsubscribed',
  BOUNCED: 'Bounced before',
  INVALID_ADDRESS: 'Address is not valid',
  MISSING_REQUIRED: 'Required field missing',
  LIMIT_REACHED: 'No lead credits left',
  MALFORMED: 'Row cannot be read',
};

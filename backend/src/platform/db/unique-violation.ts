/** Whether a statement failed because a unique key holds the value already (SQLSTATE 23505 of raw pg). */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: string }).code === '23505';

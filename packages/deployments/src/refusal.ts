/**
 * A deploy that is not made, or a question about something that is not there. Its message is one or two sentences for whoever asked:
 * what is wrong, and the way out.
 */
export class DeploymentRefused extends Error {
  override name = 'DeploymentRefused';

  constructor(
    readonly code: 'NOT_FOUND' | 'CONFLICT' | 'VALIDATION',
    message: string,
  ) {
    super(message);
  }
}

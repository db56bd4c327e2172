import type { ServiceDeps } from '#platform/http/service-deps';
import type { Library } from './library/library';

export interface UniversityDeps extends ServiceDeps {
  library: Library;
  /** Whether events that only exist to try the page out are shown. */
  isSandbox: boolean;
}

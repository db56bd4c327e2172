import { universityContract } from '@skein/contracts/university/university.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const university = endpointsFrom(universityContract);

/** What the help sheet asks of the university. */
export const guidesApi = api.injectEndpoints({
  endpoints: (build) => ({ frameLibrary: university.query(build, 'library', { provides: ['university'] }) }),
});

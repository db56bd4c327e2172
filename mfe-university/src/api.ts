import { universityContract } from '@skein/contracts/university/university.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const university = endpointsFrom(universityContract);

/** What the pages of this area ask. Names begin with `university`, as names are unique in the one cache. */
const universityApi = api.injectEndpoints({
  endpoints: (build) => ({
    universityLibrary: university.query(build, 'library', { provides: ['university'] }),
    universitySearch: university.query(build, 'search', {}),
    universityItem: university.query(build, 'item', { provides: ['university'] }),
    universityKeepProgress: university.mutation(build, 'keepProgress', { invalidates: ['university'] }),
    universityEvents: university.query(build, 'events', { provides: ['university'] }),
    universityRegister: university.mutation(build, 'register', { invalidates: ['university'] }),
    universityUnregister: university.mutation(build, 'unregister', { invalidates: ['university'] }),
  }),
});

export const {
  useUniversityLibraryQuery,
  useUniversitySearchQuery,
  useUniversityItemQuery,
  useUniversityKeepProgressMutation,
  useUniversityEventsQuery,
  useUniversityRegisterMutation,
  useUniversityUnregisterMutation,
} = universityApi;

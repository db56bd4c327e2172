import { useUser } from '@skein/mfe/session';
import { guidesApi } from './guides-api';

/** Items of the university's library. It is about the agency's work, and not in the navigation of a client either. */
export const useLibrary = () => guidesApi.useFrameLibraryQuery({}, { skip: useUser().isClient }).data?.items ?? [];

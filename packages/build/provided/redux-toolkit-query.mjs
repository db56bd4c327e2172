// What the shell provides under the name @reduxjs/toolkit/query/react: the endpoint cache. Its own way to fetch and to try again is
// not ours (packages/mfe/src/transport.ts).
export { QueryStatus, createApi, skipToken } from 'redux-toolkit-query-source';

export {
  findConnection,
  findConnectionOf,
  markFailing,
  markWorking,
  writeCredentials,
  type ConnectionRow,
} from './connection.store';
export { connectionContext, openCredentials, sealCredentials, type Credentials } from './credentials';

export { restMailbox } from './bounce-response.store';

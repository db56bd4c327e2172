export { copyRule } from './subsequences.store';

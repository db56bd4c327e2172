export { keepMailedCode } from './two-factor.store';

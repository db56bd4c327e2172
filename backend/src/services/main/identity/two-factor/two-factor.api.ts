export { proveOwner } from './manage-two-factor';
export { keepMailedCode } from './two-factor.store';

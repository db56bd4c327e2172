export { noteSignedFile, takeUpFiles } from './signed-files.store';

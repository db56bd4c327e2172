export { detachUploads, storable } from './uploads.store';

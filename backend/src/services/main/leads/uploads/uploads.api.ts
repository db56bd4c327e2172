export { detachUploads } from './uploads.store';
export { storable } from './upload-rows.store';

// Stands for what axios makes of HTML forms. Our calls carry JSON or a file as it is.
function refuse() {
  throw new Error('Forms are not encoded by axios here: send JSON, FormData or a Blob.');
}

export default refuse;

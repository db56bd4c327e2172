import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { dropProfilePicture, useProfilePicture } from './profile-picture';
import { readImage } from './read-image';
import { signUpload } from './sign-upload';

export const signedUploadsRoutes = (deps: MainDeps) =>
  routes(signedUploadsContract)(deps, {
    profilePicture: (d, { actor, query }) =>
      signUpload(d, actor, 'profile', { type: query.fileType, size: query.fileSize }),
    sequenceImage: (d, { actor, query }) =>
      signUpload(d, actor, 'sequence', { type: query.fileType, size: query.fileSize }),
    asset: (d, { actor, body }) => signUpload(d, actor, 'assets', { type: body.fileType, size: body.fileSize }),
    useProfilePicture: (d, { actor, body }) => useProfilePicture(d, actor, body.key),
    dropProfilePicture: (d, { actor }) => dropProfilePicture(d, actor),
    publicImage: (d, { params }) => readImage(d, params.folder, params.imageFile),
  });

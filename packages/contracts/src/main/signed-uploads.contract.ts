import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done } from '../schemas';

/** Pictures that a browser shows. No SVG: it is a program. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const assetTypes = [...pictureTypes, 'application/pdf', 'text/csv'] as const;

/** Bytes at most, by what is uploaded. */
export const uploadLimits = {
  profile: 2 * 1024 * 1024,
  sequenceImage: 5 * 1024 * 1024,
  asset: 10 * 1024 * 1024,
} as const;

const fileName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(200)
  .regex(/^[^\p{Cc}/\\]*$/u, 'must be a file name');
/** With the size the address is the object store's own where there is one; without it the bytes pass through us, which counts them. */
const fileSize = (most: number) =>
  z.coerce.number<number>().int().min(1).max(most, `can be at most ${most} bytes`).optional();

const signed = z.object({
  /** PUT the bytes here, with exactly these headers. */
  signedUrl: z.string(),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  key: z.string(),
  maximum: z.number().int(),
  expires_at: z.string(),
  /** Where the file can be read afterwards. */
  url: z.string(),
});

/** Signed addresses for uploads from the browser (docs/domain.md). */
export const signedUploadsContract = defineContract({
  service: 'main',
  tag: 'Uploads of files',
  endpoints: {
    profilePicture: {
      method: 'GET',
      path: '/api/aws-s3/get-profile-upload-signed-url',
      access: { who: 'session', may: 'profile' },
      summary: 'An address to upload a profile picture to',
      query: z.object({ fileType: z.enum(pictureTypes), fileSize: fileSize(uploadLimits.profile) }),
      response: signed,
    },
    sequenceImage: {
      method: 'GET',
      path: '/api/aws-s3/get-campaign-sequence-image-signed-url',
      access: { who: 'session', may: 'campaign.write' },
      summary: 'An address to upload a picture of a sequence to',
      query: z.object({ fileName, fileType: z.enum(pictureTypes), fileSize: fileSize(uploadLimits.sequenceImage) }),
      response: signed,
    },
    asset: {
      method: 'POST',
      path: '/api/aws-s3/smartsenders-assets-signed-url',
      access: { who: 'session', may: 'mailbox.write' },
      summary: 'An address to upload a file of an order to',
      body: z.object({
        fileType: z.enum(assetTypes),
        fileName,
        resourceEndpoint: z
          .string()
          .trim()
          .min(1, 'is required')
          .max(60)
          .regex(/^[a-z0-9-]+(\/[a-z0-9-]+){0,3}$/i, 'must be words between slashes'),
        fileSize: fileSize(uploadLimits.asset),
      }),
      response: signed,
    },
    useProfilePicture: {
      method: 'PUT',
      path: '/api/profile-picture',
      access: { who: 'session', may: 'profile' },
      summary: 'Show the picture that was uploaded under this key; it is looked into first',
      body: z.object({ key: z.string().min(1).max(200) }),
      response: z.object({ profile_pic_url: z.string() }),
    },
    dropProfilePicture: {
      method: 'DELETE',
      path: '/api/profile-picture',
      access: { who: 'session', may: 'profile' },
      summary: 'Show initials again',
      response: done,
    },
    publicImage: {
      method: 'GET',
      path: '/api/images/:folder/:imageFile',
      access: { who: 'link' },
      summary: 'A picture that was uploaded to be shown; its unguessable name is the permission',
      params: z.object({ folder: z.enum(['profile', 'sequence', 'assets']), imageFile: z.string().max(100) }),
      response: z.unknown(),
      answer: 'raw',
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../endpoint';

const version = z.string().trim().min(1, 'is required').max(120);
const remoteName = z.object({
  remote: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'is no name of an area')
    .max(60),
});

export const deployedRemoteView = z.object({
  name: z.string(),
  title: z.string(),
  current: z.string(),
  /** What a rollback leads to. */
  previous: z.string().nullable(),
  /** Nobody gets it. */
  is_off: z.boolean(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
  pins: z.array(z.object({ workspace_id: z.number().int(), version: z.string() })),
  /** The newest first. */
  versions: z.array(
    z.object({
      version: z.string(),
      deployed_at: z.string(),
      /** It was current for a day or longer. */
      was_good: z.boolean(),
      /** Somebody went back from it. */
      was_rolled_back: z.boolean(),
    }),
  ),
});

const deploymentView = z.object({
  at: z.string(),
  remote: z.string(),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  workspace_id: z.number().int().nullable(),
  percent: z.number().int().nullable(),
  by: z.string(),
});

/** Which version of which area runs for whom. For operators of the installation. */
export const remotesContract = defineContract({
  service: 'main',
  tag: 'Operator: areas',
  endpoints: {
    listRemotes: {
      method: 'GET',
      path: '/api/operator/remotes',
      access: { who: 'operator' },
      summary: 'Versions of every area, who gets which, and what was done',
      response: z.object({ remotes: z.array(deployedRemoteView), history: z.array(deploymentView) }),
    },
    rollBackRemote: {
      method: 'POST',
      path: '/api/operator/remotes/:remote/rollback',
      access: { who: 'operator' },
      summary: 'Go back to an earlier version of an area',
      params: remoteName,
      body: z.object({ version: version.optional() }),
      response: deployedRemoteView,
    },
    setCanary: {
      method: 'PUT',
      path: '/api/operator/remotes/:remote/canary',
      access: { who: 'operator' },
      summary: 'Give a version to a share of the workspaces, or end that',
      params: remoteName,
      body: z.object({
        canary: z
          .object({ version, percent: z.number().int().min(1, 'must be from 1 to 99').max(99, 'must be from 1 to 99') })
          .nullable(),
      }),
      response: deployedRemoteView,
    },
    pinRemote: {
      method: 'PUT',
      path: '/api/operator/remotes/:remote/pin',
      access: { who: 'operator' },
      summary: 'Keep a workspace on a version of an area, or end that',
      params: remoteName,
      body: z.object({ workspace_id: z.number().int().positive(), version: version.nullable() }),
      response: deployedRemoteView,
    },
    setRemoteOff: {
      method: 'PUT',
      path: '/api/operator/remotes/:remote/off',
      access: { who: 'operator' },
      summary: 'Switch an area off for everyone, or restore it',
      params: remoteName,
      body: z.object({ is_off: z.boolean() }),
      response: deployedRemoteView,
    },
  },
});

export type DeployedRemoteView = z.output<typeof deployedRemoteView>;
export type DeploymentView = z.output<typeof deploymentView>;

import type { WebhookEvent } from '@skein/contracts/constants';
import {
  useAlertCategoriesQuery,
  useCreateAlertMutation,
  useMoveAlertsMutation,
  useSlackChannelsQuery,
} from '../integrations-api';

export interface SlackChannel {
  id: string;
  name: string;
}

/**
 * Channels of a Slack workspace, where it is connected by login, and alerts that go there. `create` and `move` reject
 * with the server's problem.
 */
export function useSlackAlerts(integrationId: number, isByLogin: boolean) {
  const { data, error } = useSlackChannelsQuery({ params: { integrationId } }, { skip: !isByLogin });
  const { data: categories } = useAlertCategoriesQuery();
  const [create, creating] = useCreateAlertMutation();
  const [move, moving] = useMoveAlertsMutation();
  return {
    channels: data?.channels,
    problem: error?.message ?? null,
    categories: categories?.categories ?? [],
    isSaving: creating.isLoading || moving.isLoading,
    create: (alert: {
      name: string;
      channel: SlackChannel | undefined;
      events: WebhookEvent[];
      categories: string[];
    }) =>
      create({
        body: {
          name: alert.name,
          destination: 'SLACK',
          ...(alert.channel ? { channel: alert.channel.id, channel_name: alert.channel.name } : {}),
          event_types: alert.events,
          categories: alert.categories,
        },
      }).unwrap(),
    /** Answers how many waiting messages are posted in the new channel. */
    move: async (channel: SlackChannel): Promise<number> =>
      (await move({ params: { integrationId }, body: { channel: channel.id, channel_name: channel.name } }).unwrap())
        .retried,
  };
}

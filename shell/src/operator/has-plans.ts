import { runtimeConfig } from '../runtime-config';
import { useOperatorInstallationQuery } from './operator-api';

/** Whether this installation has plans; the page knows it before the server has answered, so that no column of plans flashes up. */
export const useHasPlans = (): boolean => {
  const { data } = useOperatorInstallationQuery();
  return (data?.plans ?? runtimeConfig().plans) !== 'none';
};

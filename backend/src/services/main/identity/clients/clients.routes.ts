import { clientsContract } from '@skein/contracts/main/clients.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  changeClient,
  createClient,
  listClients,
  mailClientPassword,
  readClient,
  setClientCampaigns,
  setClientStatus,
} from './clients';

export const clientsRoutes = (deps: MainDeps) =>
  routes(clientsContract)(deps, {
    listClients: (d, { actor, query }) => listClients(d, actor, query.search),
    createClient: (d, { actor, body }) => createClient(d, actor, body),
    readClient: (d, { actor, params }) => readClient(d, actor, params.clientId),
    changeClient: (d, { actor, params, body }) => changeClient(d, actor, params.clientId, body),
    setStatus: (d, { actor, params, body }) => setClientStatus(d, actor, params.clientId, body.status),
    setCampaigns: (d, { actor, params, body }) => setClientCampaigns(d, actor, params.clientId, body.campaign_ids),
    mailPasswordLink: (d, { actor, params }) => mailClientPassword(d, actor, params.clientId),
  });

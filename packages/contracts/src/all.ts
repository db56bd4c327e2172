import { serviceNames, type AnyEndpoint, type Contract } from './endpoint';
import { featureContracts } from './contracts.generated';
import { healthContract } from './health';

/** Every contract of the house: what the route table, the OpenAPI document and the every-route test are made from. */
export const allContracts: Contract[] = [
  ...serviceNames.map((service) => healthContract(service) as Contract),
  ...featureContracts,
];

/** One endpoint with the contract that names it. */
export interface NamedEndpoint {
  contract: Contract;
  /** operation name: `setStatus` */
  name: string;
  endpoint: AnyEndpoint;
}

/** Every endpoint, sorted by path and method. */
export const allEndpoints = (contracts: Contract[] = allContracts): NamedEndpoint[] =>
  contracts
    .flatMap((contract) => Object.entries(contract.endpoints).map(([name, endpoint]) => ({ contract, name, endpoint })))
    .sort(
      (one, other) =>
        one.endpoint.path.localeCompare(other.endpoint.path) ||
        one.endpoint.method.localeCompare(other.endpoint.method),
    );

/** An address that is kept when its machine goes. */
interface CloudAddress {
  id: string;
  ip: string;
}

/** Why the cloud did not do it, in its own words where it gave any. `isFinal`: trying again changes nothing. */
export class CloudError extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CloudError';
  }
}

/**
 * Where dedicated servers are made. Everything is named by a key of ours and can be asked for again: what exists under the key is
 * answered instead of made twice, so that a step which was cut off is repeated without harm.
 */
export interface Cloud {
  readonly name: string;
  /** Port at which machines take mail from us (RFC 6409). */
  readonly relayPort: number;
  /** @throws CloudError */
  ensureAddress(request: { key: string; location: string }): Promise<CloudAddress>;
  /** @throws CloudError */
  ensureMachine(request: {
    key: string;
    location: string;
    addressId: string;
    userData: string;
  }): Promise<{ id: string }>;
  /** Whether the machine runs. @throws CloudError */
  isRunning(machineId: string): Promise<boolean>;
  /** @throws CloudError */
  setReverseName(address: CloudAddress, name: string): Promise<void>;
  /** Gives up what exists under the key; none is no error. @returns false while it is still on its way @throws CloudError */
  remove(key: string): Promise<boolean>;
}

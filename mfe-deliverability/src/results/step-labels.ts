import { productName } from '@skein/mfe/brand';

/** Who can do an action step. */
export const whoWords = {
  dns: 'At your DNS host',
  server: 'The host of the server',
  list: 'The block list',
  writer: 'Copywriter',
  get you() {
    return `In ${productName()}`;
  },
};

/** A result of SPF, DKIM or DMARC as people read it. */
export const resultWord = (result: string): string =>
  ({
    pass: 'Pass',
    fail: 'Fail',
    softfail: 'Soft fail',
    neutral: 'Neutral',
    none: 'None',
    policy: 'Policy',
    permerror: 'Record error',
    temperror: 'DNS error',
  })[result] ?? result;

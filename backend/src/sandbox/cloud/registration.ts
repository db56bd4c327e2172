/** A registration as a registry would answer it (RFC 9083). */
export const registrationOf = (network: string) => ({
  objectClassName: 'ip network',
  rdapConformance: ['rdap_level_0'],
  name: 'SKEIN-SANDBOX',
  country: 'ZZ',
  startAddress: `${network}.0`,
  endAddress: `${network}.255`,
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Sandbox cloud (simulated)'],
        ],
      ],
    },
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['email', {}, 'text', 'abuse@sandbox.test'],
        ],
      ],
    },
  ],
});

// Screens, emails and reports write their dates alike: services use the same file.
export * from '@skein/contracts/instant';

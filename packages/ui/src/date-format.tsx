export * from '@skein/contracts/date-format';
